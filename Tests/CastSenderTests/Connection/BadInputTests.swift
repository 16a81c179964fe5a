// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Testing

@testable import CastSender

/// Invalid messages from devices. After each one the connection keeps working, or ends with a reason.
@Suite("Invalid input")
struct BadInputTests {
    /// Checks that requests are still answered.
    private func requireAlive(_ connection: CastConnection, _ peer: ScriptedConnection) async throws {
        async let status = connection.refreshStatus()
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        _ = try await status
        #expect(connection.state == .connected)
    }

    private func text(_ text: String, in namespace: CastNamespace = .receiver) -> CastMessage {
        CastMessage(from: "receiver-0", to: "*", namespace: namespace, payload: .text(text))
    }

    @Test(
        "A payload that is not a JSON object is dropped and counted; PING is still answered",
        arguments: [
            "", "{", "null", "[]", "\"x\"", "{\"type\":}", String(repeating: "[", count: 5000),
            "{\"type\":\"RECEIVER_STATUS\",\"status\":{\"volume\":{\"level\":1e999}}}",
        ]
    )
    func unreadable(payload: String) async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        try await peer.socket.sendOnLoop(text(payload))
        try await peer.socket.sendOnLoop(text(payload, in: .heartbeat))
        try await peer.socket.sendOnLoop(text(payload, in: .connection))
        try await requireAlive(connection, peer)
        #expect(await connection.machine.counters.unreadable == 3)
        await connection.close()
    }

    @Test("A binary payload in place of a text is dropped")
    func binary() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        try await peer.socket.sendOnLoop(
            CastMessage(from: "receiver-0", to: "*", namespace: .receiver, payload: .binary([0xFF, 0]))
        )
        try await requireAlive(connection, peer)
        await connection.close()
    }

    @Test(
        "A reply of the wrong type fails its request at once and leaves the state unchanged",
        arguments: [
            ["type": "RECEIVER_STATUS", "status": "oops"], ["type": "RECEIVER_STATUS"],
            ["type": "RECEIVER_STATUS", "status": ["applications": "none"]], ["type": "MYSTERY"], [:],
            ["type": 5, "status": [:]], ["responseType": "GET_APP_AVAILABILITY", "availability": [:]],
        ] as [JSONObject]
    )
    func wrongTypes(reply: JSONObject) async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect(status: ModelDevice.running)
        async let waiting = failure(of: { try await connection.refreshStatus() })
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), reply)
        let error = try await waiting
        #expect(error.code == .invalidResponse)
        #expect(await connection.status.runningApplication?.appID == "CC1AD845")
        await connection.close()
    }

    @Test("Members of the wrong type in a status are treated as absent")
    func wrongMemberTypes() async throws {
        let model = try await ModelDevice()
        let odd: JSONObject = [
            "type": "RECEIVER_STATUS",
            "status": [
                "applications": [["appId": 5, "sessionId": [], "namespaces": "x", "transportId": 7], 3, nil],
                "volume": ["level": "loud", "muted": 3], "isActiveInput": "maybe",
            ],
        ]
        let (connection, peer) = try await model.connect(status: odd)
        #expect(await connection.status.volume?.level == nil)
        #expect(await connection.status.applications.first?.appID == nil)
        try await requireAlive(connection, peer)
        await connection.close()
    }

    @Test("An availability reply of the wrong type leaves the availability unknown")
    func oddAvailability() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let answer = connection.availability(of: ["CC1AD845"])
        let request = try await peer.expect("GET_APP_AVAILABILITY", in: .receiver)
        try await peer.reply(to: request, ["type": "SOMETHING", "availability": 5])
        #expect(try await answer == [:])
        await connection.close()
    }

    @Test("A reply to an unknown request id is ignored and counted")
    func neverSent() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        var status = ModelDevice.idle
        for id: JSONValue in [99_999, "77", 1.5, -3, true, ["a"], 0, nil] {
            status["requestId"] = id
            try await peer.send(status, in: .receiver)
        }
        try await requireAlive(connection, peer)
        #expect(await connection.machine.requests.counters.unknown >= 1)
        await connection.close()
    }

    @Test("A request id as a string or as 1.0 still matches", arguments: ["string", "float"])
    func idForms(form: String) async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let status = connection.refreshStatus()
        let request = try await peer.expect("GET_STATUS", in: .receiver)
        let id = try #require(request.requestID)
        var reply = ModelDevice.running
        reply["requestId"] = form == "string" ? .string("\(id)") : .number(Double(id))
        try await peer.send(reply, in: .receiver)
        #expect(try await status.runningApplication != nil)
        await connection.close()
    }

    @Test("Of two replies with one id, the first is used and the second is ignored")
    func duplicateAnswers() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let status = connection.refreshStatus()
        let request = try await peer.expect("GET_STATUS", in: .receiver)
        try await peer.socket.sendOnLoop(request.reply(ModelDevice.running), request.reply(["type": "INVALID_REQUEST"]))
        #expect(try await status.runningApplication != nil)
        try await requireAlive(connection, peer)
        await connection.close()
    }

    @Test("DUPLICATE_REQUEST_ID fails only the request it refers to")
    func duplicateRefused() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        async let waiting = failure(of: { try await session.media.refreshStatus() })
        let request = try await peer.expect("GET_STATUS", in: .media)
        try await peer.reply(to: request, ["type": "INVALID_REQUEST", "reason": "DUPLICATE_REQUEST_ID"])
        let error = try await waiting
        #expect(error.code == .invalidRequest)
        #expect(error.payload?.reason == "DUPLICATE_REQUEST_ID")
        try await requireAlive(connection, peer)
        await connection.close()
    }

    @Test("Messages from applications that were not joined, and to other senders, are dropped")
    func others() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        let status: JSONObject = ["type": "MEDIA_STATUS", "status": [["mediaSessionId": 1, "playerState": "PLAYING"]]]
        try await peer.send(status, in: .media, from: "web-9")
        try await peer.send(status, in: .media, from: "web-1", to: "sender-5")
        try await peer.send(ModelDevice.idle, in: .receiver, from: "receiver-0", to: "sender-5")
        try await requireAlive(connection, peer)
        #expect(await session.media.status == nil)
        #expect(await connection.machine.counters.notConnected == 3)
        await connection.close()
    }

    @Test("A status of an unknown media session starts it; unknown types and namespaces are ignored")
    func unknownSession() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        try await peer.send(
            ["type": "MEDIA_STATUS", "status": [["mediaSessionId": 1_454_740_611, "playerState": "PLAYING"]]],
            in: .media,
            from: "web-1"
        )
        var statuses = session.media.statuses.makeAsyncIterator()
        while let snapshot = await statuses.next(), snapshot == nil {}
        #expect(await session.media.status?.mediaSessionID == 1_454_740_611)
        try await peer.send(["type": "TIME_TICK", "timeElapsed": 5], in: .media, from: "web-1")
        try await peer.send(["any": 1], in: "urn:x-cast:com.example.own", from: "web-1")
        try await requireAlive(connection, peer)
        await connection.close()
    }

    @Test("A media message of an unknown type does not complete the request with its id")
    func unknownTypeWithOurID() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        async let status = session.media.refreshStatus()
        let request = try await peer.expect("GET_STATUS", in: .media)
        try await peer.reply(to: request, ["type": "TIME_TICK"])
        try await peer.reply(to: request, ["type": "MEDIA_STATUS", "status": [["mediaSessionId": 3]]])
        #expect(try await status?.mediaSessionID == 3)
        await connection.close()
    }

    @Test("A frame longer than the limit, or garbage, ends the connection with a reason")
    func badFrames() async throws {
        for bytes: [UInt8] in [[0, 1, 0, 1, 0], [0, 0, 0, 3, 0xFF, 0xFF, 0xFF]] {
            let model = try await ModelDevice()
            let (connection, _) = try await model.connect()
            let wire = try #require(model.network.connections.first)
            async let waiting = failure(of: { try await connection.refreshStatus() })
            wire.inject(bytes, into: .connector)
            #expect(try await waiting.code == .connectionClosed)
            guard case .closed(.protocolViolation) = connection.state else {
                Issue.record("\(connection.state)")
                return
            }
        }
    }

    @Test("A device that closes in the middle of a frame ends the connection and fails pending requests")
    func closesMidFrame() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        let wire = try #require(model.network.connections.first)
        async let waiting = failure(of: { try await connection.refreshStatus() })
        try await peer.expect("GET_STATUS", in: .receiver)
        wire.inject([0, 0, 0, 50, 8, 0], into: .connector)
        try await peer.close()
        #expect(try await waiting.code == .connectionClosed)
        guard case .closed = connection.state else {
            Issue.record("still open")
            return
        }
    }

    @Test("RMC 42: A request too large for a frame is rejected, and the connection stays open")
    func tooLarge() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        let media = MediaInformation(contentID: String(repeating: "x", count: 70_000))
        #expect(try await failure(of: { try await session.media.load(media) }).code == .messageTooLarge)
        try await requireAlive(connection, peer)
        await connection.close()
    }

    @Test("More than 256 concurrent requests are rejected locally")
    func tooMany() async throws {
        let model = try await ModelDevice()
        let (connection, _) = try await model.connect()
        let codes = await withTaskGroup(of: CastError.Code?.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    do throws(CastError) {
                        _ = try await connection.refreshStatus()
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            var codes: [CastError.Code?] = []
            while codes.count < 44, let code = await group.next() { codes.append(code) }
            await connection.close()
            for await code in group { codes.append(code) }
            return codes
        }
        #expect(codes.filter { $0 == .queueFull }.count == 44)
        #expect(codes.filter { $0 == .connectionClosed }.count == 256)
    }
}
