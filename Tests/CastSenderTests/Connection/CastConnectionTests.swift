// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Testing

@testable import CastSender

/// Returns the ``CastError`` that the body throws.
func failure(of body: () async throws -> some Any) async throws -> CastError {
    do {
        _ = try await body()
    } catch let error as CastError {
        return error
    }
    Issue.record("nothing was thrown")
    throw CancellationError()
}

@Suite("Connection")
struct CastConnectionTests {
    @Test("Connecting sends CONNECT and returns with the receiver status")
    func connect() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        #expect(await connection.status.volume?.level == 0.5)
        #expect(connection.state == .connected)
        #expect(connection.localAddress == "127.0.0.1")
        try peer.verify()
        await connection.close()
        #expect(connection.state == .closed(.closedLocally))
        #expect(try await peer.expectClose() == .remote)
    }

    @Test("Connecting to a device that accepts and sends nothing times out, and the socket is closed")
    func silentDevice() async throws {
        let model = try await ModelDevice()
        async let opening = failure(of: {
            try await CastConnection.open(
                to: model.device,
                options: ConnectionOptions(),
                environment: model.environment
            )
        })
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.expect("GET_STATUS", in: .receiver)
        peer.answersHeartbeat = false
        await model.time.advance(by: .seconds(10))
        let error = try await opening
        #expect(error.code == .heartbeatLost || error.code == .requestTimedOut)
        #expect(error.reason.contains("Test TV"))
        _ = try await peer.expectClose()
    }

    @Test(
        "A failure to connect is a typed error with the device's name",
        arguments: [
            (CastMemoryNetwork.ConnectFault.unknownHost, CastError.Code.connectFailed),
            (.unreachable, .connectFailed), (.neverConnects, .connectTimedOut), (.neverFinishesTLS, .handshakeFailed),
        ]
    )
    func connectFaults(fault: CastMemoryNetwork.ConnectFault, code: CastError.Code) async throws {
        let model = try await ModelDevice()
        model.network.setFault(fault, at: model.peer.endpoint)
        async let opening = failure(of: {
            try await CastConnection.open(
                to: model.device,
                options: ConnectionOptions(),
                environment: model.environment
            )
        })
        await model.time.advance(by: .seconds(11), resolution: .seconds(1))
        let error = try await opening
        #expect(error.code == code)
        #expect(error.reason.contains("Test TV"))
    }

    @Test("When the first address does not respond, the second one is connected within a second")
    func unresponsiveAddress() async throws {
        let model = try await ModelDevice()
        let nowhere = CastEndpoint(host: "2001:db8::7")
        model.network.setFault(.neverConnects, at: nowhere)
        var device = model.device
        device.endpoints.insert(nowhere, at: 0)
        async let opening = CastConnection.open(
            to: device,
            options: ConnectionOptions(),
            environment: model.environment
        )
        await model.time.advance(by: .seconds(1))
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        let connection = try await opening
        #expect(model.network.connections.count == 1)
        await connection.close()
    }

    @Test("When no address responds, the error gives the result of each")
    func noAddressAnswers() async throws {
        let model = try await ModelDevice()
        let nowhere = CastEndpoint(host: "2001:db8::7")
        model.network.setFault(.neverConnects, at: nowhere)
        model.network.setFault(.unreachable, at: model.peer.endpoint)
        var device = model.device
        device.endpoints.insert(nowhere, at: 0)
        async let opening = failure(of: { [device] in
            try await CastConnection.open(to: device, options: ConnectionOptions(), environment: model.environment)
        })
        await model.time.advance(by: .seconds(11), resolution: .seconds(1))
        let error = try await opening
        #expect(error.code == .connectTimedOut)
        for part in ["Test TV", "\(nowhere) did not answer", "\(model.peer.endpoint) cannot be reached"] {
            #expect(error.reason.contains(part), "\(error.reason)")
        }
    }

    @Test("Connecting to a device without an address fails")
    func noAddress() async throws {
        let model = try await ModelDevice()
        var device = model.device
        device.endpoints = []
        let error = try await failure(of: {
            try await CastConnection.open(to: device, options: ConnectionOptions(), environment: model.environment)
        })
        #expect(error.code == .connectFailed)
    }

    @Test("The second address is tried when the first is unreachable")
    func secondAddress() async throws {
        let model = try await ModelDevice()
        var device = model.device
        device.endpoints.insert(CastEndpoint(host: "10.0.0.9", port: 8009), at: 0)
        async let opening = CastConnection.open(
            to: device,
            options: ConnectionOptions(),
            environment: model.environment
        )
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        let connection = try await opening
        #expect(connection.endpoint == model.peer.endpoint)
        await connection.close()
    }

    @Test("A PING is answered with its own ids")
    func pong() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        peer.whenever("PONG", in: .heartbeat) { _ in [] }
        try await peer.send(["type": "PING"], in: .heartbeat, from: "receiver-0", to: "sender-0")
        // The reply to the next request shows that the PING did not disturb the connection.
        async let status = connection.refreshStatus()
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.running)
        #expect(try await status.runningApplication?.appID == "CC1AD845")
        try peer.verify()
        await connection.close()
    }

    @Test("A device that stops answering PING is disconnected after 10 s, and pending requests fail")
    func stopsAnswering() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        peer.answersHeartbeat = false
        async let waiting = failure(of: { try await connection.refreshStatus() })
        try await peer.expect("GET_STATUS", in: .receiver)
        await model.time.advance(by: .seconds(9))
        #expect(peer.pings == 1)
        #expect(connection.state == .connected)
        await model.time.advance(by: .seconds(1.1))
        #expect(connection.state == .closed(.heartbeatLost))
        #expect(try await waiting.code == .heartbeatLost)
    }

    @Test("A device that only answers PING stays connected")
    func onlyHeartbeat() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        await model.time.advance(by: .seconds(60))
        #expect(connection.state == .connected)
        #expect(peer.pings >= 10)
        await connection.close()
    }

    @Test("An unanswered request times out, and its late reply is ignored")
    func requestTimeout() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let waiting = failure(of: { try await connection.setVolume(0.3) })
        let request = try await peer.expect("SET_VOLUME", in: .receiver)
        await model.time.advance(by: .seconds(10.1))
        let error = try await waiting
        #expect(error.code == .requestTimedOut)
        #expect(error.reason.contains("SET_VOLUME"))
        try await peer.reply(to: request, ModelDevice.idle)
        await model.time.settle()
        #expect(connection.state == .connected)
        #expect(await connection.machine.requests.counters.unknown == 1)
        await connection.close()
    }

    @Test("RMC 21: A canceled request fails at once and is removed")
    func cancellation() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        let task = Task { try await failure(of: { try await connection.refreshStatus() }) }
        try await peer.expect("GET_STATUS", in: .receiver)
        task.cancel()
        #expect(try await task.value.code == .requestCancelled)
        #expect(await connection.machine.requests.count == 0)
        await connection.close()
    }

    @Test("Volume is clamped, sent without mute, and confirmed by a broadcast with the request's id")
    func volume() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let status = connection.setVolume(1.7)
        let request = try await peer.expect("SET_VOLUME", in: .receiver)
        #expect(request.object["volume"] == ["level": .number(1)])
        var reply = ModelDevice.idle
        reply["status"] = ["volume": ["level": 1, "muted": false]]
        reply["requestId"] = request.object["requestId"]
        try await peer.send(reply, in: .receiver)
        #expect(try await status.volume?.level == 1)
        #expect(await connection.status.volume?.level == 1)
        await connection.close()
    }

    @Test("Setting a fixed volume is rejected locally, and nothing is sent")
    func fixedVolume() async throws {
        let model = try await ModelDevice()
        let fixed: JSONObject = [
            "type": "RECEIVER_STATUS", "status": ["volume": ["controlType": "fixed", "level": 1]],
        ]
        let (connection, peer) = try await model.connect(status: fixed)
        #expect(try await failure(of: { try await connection.setVolume(0.2) }).code == .notSupported)
        #expect(try await failure(of: { try await connection.setVolume(.nan) }).code == .invalidArgument)
        try peer.verify()
        await connection.close()
    }

    @Test("Only known availability values are returned")
    func availability() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let answer = connection.availability(of: ["CC1AD845", "AAAA0000", "BBBB0000"])
        let request = try await peer.expect("GET_APP_AVAILABILITY", in: .receiver)
        try await peer.reply(
            to: request,
            [
                "responseType": "GET_APP_AVAILABILITY",
                "availability": ["CC1AD845": "APP_AVAILABLE", "AAAA0000": "APP_UNAVAILABLE", "BBBB0000": "APP_MAYBE"],
            ]
        )
        #expect(try await answer == ["CC1AD845": .available, "AAAA0000": .unavailable])
        await connection.close()
    }

    @Test("A status subscriber gets the current status first, then later ones")
    func statuses() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        var iterator = connection.statuses.makeAsyncIterator()
        #expect(await iterator.next()?.runningApplication == nil)
        try await peer.send(ModelDevice.running, in: .receiver)
        #expect(await iterator.next()?.runningApplication?.appID == "CC1AD845")
        await connection.close()
        #expect(await iterator.next() == nil)
        var states = connection.states.makeAsyncIterator()
        #expect(await states.next() == .closed(.closedLocally))
        #expect(await states.next() == nil)
    }

    @Test("When the device closes, every pending request fails once, and later ones fail at once")
    func deviceCloses() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let first = failure(of: { try await connection.refreshStatus() })
        async let second = failure(of: { try await connection.setMuted(true) })
        _ = try await peer.nextRequest()
        _ = try await peer.nextRequest()
        try await peer.close()
        #expect(try await first.code == .connectionClosed)
        #expect(try await second.code == .connectionClosed)
        #expect(connection.state == .closed(.closedByDevice))
        #expect(try await failure(of: { try await connection.refreshStatus() }).code == .connectionClosed)
        await connection.close()
    }

    @Test("A CLOSE from the platform ends the connection")
    func platformCloses() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        try await peer.send(["type": "CLOSE"], in: .connection, to: "sender-0")
        _ = try await peer.expectClose()
        #expect(connection.state == .closed(.droppedByPlatform))
    }

    @Test("A request without a method of its own is sent, and its reply returned")
    func escapeHatch() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let answer = connection.request(GetDeviceInfoRequest())
        let request = try await peer.expect("GET_DEVICE_INFO", in: .discovery)
        try await peer.reply(to: request, ["type": "DEVICE_INFO", "friendlyName": "Kitchen"])
        #expect(try await answer["friendlyName"] == "Kitchen")
        await connection.close()
    }

    @Test("A device identified by its address is described by its own information")
    func identify() async throws {
        let model = try await ModelDevice()
        let endpoint = model.peer.endpoint
        async let device = CastDevice.identify(
            endpoint,
            options: ConnectionOptions(),
            environment: model.environment
        )
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        let request = try await peer.expect("GET_DEVICE_INFO", in: .discovery)
        try await peer.reply(
            to: request,
            [
                "type": "DEVICE_INFO", "deviceId": "AB-CD", "friendlyName": "Kitchen", "deviceModel": "Mini",
                "deviceCapabilities": 4,
            ]
        )
        let found = try await device
        #expect(found.id == "abcd")
        #expect(found.friendlyName == "Kitchen")
        #expect(found.isAudioOnly)
        #expect(found.endpoints == [endpoint])
    }

    @Test("Connecting to an address requests the device's name together with its status")
    func nameOfAddress() async throws {
        let model = try await ModelDevice()
        var options = ConnectionOptions()
        options.descriptionTimeout = .seconds(5)
        let device = CastDevice(at: model.peer.endpoint)
        async let opening = CastConnection.open(to: device, options: options, environment: model.environment)
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        // Both requests are sent before either is answered.
        let requests = [try await peer.nextRequest(), try await peer.nextRequest()]
        #expect(Set(requests.map(\.type)) == ["GET_DEVICE_INFO", "GET_STATUS"])
        for request in requests {
            let description: JSONObject = ["type": "DEVICE_INFO", "deviceId": "AB-CD", "friendlyName": "Kitchen"]
            try await peer.reply(to: request, request.type == "GET_STATUS" ? ModelDevice.idle : description)
        }
        let connection = try await opening
        #expect(connection.device.friendlyName == "Kitchen")
        #expect(connection.device.id == "abcd")
        await connection.close()
    }

    @Test("A device that does not report its name keeps its address as name")
    func namelessAddress() async throws {
        let model = try await ModelDevice()
        var options = ConnectionOptions()
        options.descriptionTimeout = .milliseconds(500)
        let device = CastDevice(at: model.peer.endpoint)
        async let opening = CastConnection.open(to: device, options: options, environment: model.environment)
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        for request in [try await peer.nextRequest(), try await peer.nextRequest()] where request.type == "GET_STATUS" {
            try await peer.reply(to: request, ModelDevice.idle)
        }
        await model.time.advance(by: .milliseconds(501))
        let connection = try await opening
        #expect(connection.device == device)
        await connection.close()
    }
}
