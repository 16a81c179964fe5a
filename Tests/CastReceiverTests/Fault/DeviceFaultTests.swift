// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOEmbedded
import Testing

@testable import CastReceiver

@Suite("Fault injection on a device")
struct DeviceFaultTests {
    private static let getStatus: JSONObject = ["type": "GET_STATUS", "requestId": 5]

    @Test("answers are delayed until the fault is removed")
    func delay() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        _ = sender.received()
        let faults = stage.device.faults
        let id = await faults.add(Fault(.delay(.milliseconds(200)), on: .init(direction: .outbound)))
        try await sender.send(Self.getStatus)
        #expect(sender.received().isEmpty)
        await stage.time.advance(by: .milliseconds(200))
        #expect(sender.received().map(\.type) == ["RECEIVER_STATUS"])
        #expect(await faults.active.first?.hits == 1)
        #expect(await faults.remove(id))
        #expect(await faults.remove(id) == false)
        try await sender.send(Self.getStatus)
        #expect(sender.received().map(\.type) == ["RECEIVER_STATUS"])
        await stage.device.close()
    }

    @Test("an injected failure answers one request, which the device never receives")
    func failNext() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        _ = sender.received()
        await stage.device.faults.add(.failNext("LAUNCH", with: ["type": "LAUNCH_ERROR", "reason": "CANCELLED"]))
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 9])
        let answer = try #require(sender.received().first)
        #expect(answer.payload == ["type": "LAUNCH_ERROR", "reason": "CANCELLED", "requestId": 9])
        #expect(stage.device.snapshot.application == nil)
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 10])
        #expect(stage.device.snapshot.application != nil)
        await stage.device.close()
    }

    @Test("bytes that are not a frame end the connection at the sender", arguments: BadFrame.allCases)
    func malformed(_ frame: BadFrame) async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        await stage.device.faults.add(Fault(.malformed(frame), on: .init(direction: .outbound), limit: 1))
        try await sender.send(Self.getStatus)
        await stage.time.advance(by: .seconds(2))
        guard case .protocolViolation = sender.closeReason() else {
            Issue.record("the sender accepted \(frame)")
            return
        }
        // The device keeps running.
        let other = try await stage.connect()
        try await other.send(["type": "CONNECT"], in: .connection)
        try await other.send(Self.getStatus)
        #expect(other.received().contains { $0.type == "RECEIVER_STATUS" })
        await stage.device.close()
    }

    @Test("a device that reads slowly fills the sender's queue until its limit closes the socket")
    func slowReader() async throws {
        var sockets = CastSocketConfiguration()
        sockets.queueLimit = 256 * 1024
        sockets.highWaterMark = 64 * 1024
        sockets.lowWaterMark = 16 * 1024
        let stage = try await MemoryDevice(sockets: sockets)
        let sender = try await stage.connect()
        await stage.device.faults.add(Fault(.slowReading(.seconds(1)), on: .init(namespace: "urn:x-cast:a.b")))
        let large = CastMessage(
            from: "sender-0",
            to: "receiver-0",
            namespace: "urn:x-cast:a.b",
            payload: .text(String(repeating: "x", count: 60_000))
        )
        try await sender.send(large)
        try await sender.send(large)
        try await sender.send(large)
        let queued = try await sender.socket.onLoop { sender.socket.queuedBytes }
        #expect(queued >= 100_000)
        #expect(try await sender.socket.onLoop { sender.socket.isWritable } == false)
        await stage.time.advance(by: .seconds(5))
        #expect(try await sender.socket.onLoop { sender.socket.queuedBytes } == 0)
        await #expect(throws: CastSocketError.self) { for _ in 0..<10 { try await sender.send(large) } }
        await stage.device.close()
    }

    @Test("a silent heartbeat suppresses PONG and PING, and other requests are answered")
    func silentHeartbeat() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        _ = sender.received()
        await stage.device.faults.add(.silentHeartbeat)
        try await sender.send(["type": "PING"], in: .heartbeat)
        await stage.time.advance(by: .seconds(6))
        #expect(sender.received().isEmpty)
        try await sender.send(Self.getStatus)
        #expect(sender.received().map(\.type) == ["RECEIVER_STATUS"])
        await stage.device.close()
    }

    @Test("delayed messages are sent when the device closes")
    func heldAtClose() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        _ = sender.received()
        await stage.device.faults.add(Fault(.delay(.seconds(60)), on: .init(direction: .outbound)))
        try await sender.send(Self.getStatus)
        await stage.device.close()
        await stage.time.settle()
        #expect(sender.received().map(\.type) == ["RECEIVER_STATUS"])
    }
}

@Suite("Device outages")
struct DevicePresenceTests {
    @Test("cutting connections closes every sender's socket at once and keeps the application running")
    func cut() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        let transportID = try await sender.launch()
        _ = sender.received()
        await stage.device.cutConnections()
        await stage.time.settle()
        #expect(sender.closeReason() == .remote)
        #expect(stage.device.snapshot.application?.sessionID == transportID)
        #expect(stage.device.snapshot.socketCount == 0)
        _ = try await stage.connect()
        await stage.device.close()
    }

    @Test("while connections are refused, existing ones stay open; afterward the port accepts again")
    func refuse() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        let refusal = Task { try await stage.device.refuseConnections(for: .seconds(5)) }
        await stage.time.advance(by: .seconds(1))
        await #expect(throws: CastConnectError.self) { try await stage.connect() }
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "GET_STATUS", "requestId": 1])
        #expect(sender.received().contains { $0.type == "RECEIVER_STATUS" })
        await stage.time.advance(by: .seconds(5))
        try await refusal.value
        _ = try await stage.connect()
        await stage.device.close()
    }

    @Test("a device that is off for five seconds closes its connections and returns with its application")
    func off() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        let session = try await sender.launch()
        let off = Task { try await stage.device.goOffline(for: .seconds(5)) }
        await stage.time.advance(by: .seconds(4))
        #expect(sender.closeReason() == .remote)
        await #expect(throws: CastConnectError.self) { try await stage.connect() }
        await stage.time.advance(by: .seconds(2))
        try await off.value
        _ = try await stage.connect()
        #expect(stage.device.snapshot.application?.sessionID == session)
        await stage.device.close()
    }

    @Test("changing the port updates the endpoint and frees the old port")
    func port() async throws {
        let stage = try await MemoryDevice()
        let sender = try await stage.connect()
        let moved = try await stage.device.changePort(to: 9000)
        #expect(moved.port == 9000 && stage.device.endpoint == moved)
        await stage.time.settle()
        #expect(sender.closeReason() == .remote)
        await #expect(throws: CastConnectError.self) { try await stage.connect() }
        let error = await #expect(throws: VirtualDeviceError.self) { try await stage.device.changePort(to: 99_999) }
        #expect(error?.code == .invalidConfiguration)
        await stage.device.close()
    }

    @Test("a device that is shut down while it is off ends at once")
    func endWhileOff() async throws {
        let stage = try await MemoryDevice()
        let off = Task { try await stage.device.goOffline(for: .seconds(3600)) }
        await stage.time.advance(by: .seconds(1))
        await stage.device.close()
        try await off.value
        await #expect(throws: CastConnectError.self) { try await stage.connect() }
    }
}
