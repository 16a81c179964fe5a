// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Testing

@testable import CastReceiver

@Suite("A device in memory")
struct MemoryScenarioTests {
    private let film: JSONObject = [
        "contentId": "http://192.0.2.9/film.mp4", "contentType": "video/mp4", "metadata": ["title": "Sunrise"],
    ]

    @Test("a film plays from launch to its end, and a second sender receives every status")
    func plays() async throws {
        let memory = try await MemoryDevice()
        let first = try await memory.connect()
        let second = try await memory.connect()
        let app = try await first.launch()
        try await second.send(["type": "CONNECT"], in: .connection)
        try await second.send(["type": "CONNECT"], in: .connection, to: app)
        _ = first.received()
        _ = second.received()

        try await first.send(["type": "LOAD", "requestId": 2, "media": .object(film)], in: .media, to: app)
        #expect(first.received().map(\.requestID) == [2])
        #expect(second.received().map(\.type) == ["MEDIA_STATUS"])
        try await memory.report(.metadataLoaded(duration: 60, width: 640, height: 360))
        try await memory.report(.playing(position: 0))
        let secondMessages = second.received()
        #expect(secondMessages.map(\.type) == ["RECEIVER_STATUS", "MEDIA_STATUS", "MEDIA_STATUS"])
        #expect(secondMessages[0].payload["status"]?["applications"]?[0]?["statusText"] == .string("Casting: Sunrise"))
        #expect(secondMessages[2].payload["status"]?[0]?["playerState"] == .string("PLAYING"))

        // The second sender pauses the media of the first.
        try await second.send(["type": "PAUSE", "requestId": 90, "mediaSessionId": 1], in: .media, to: app)
        try await memory.report(.paused(position: 7))
        let status = first.received().last
        #expect(status?.requestID == 90 && status?.isBroadcast == true)
        #expect(memory.device.snapshot.media?.state == .paused)
        #expect(memory.device.snapshot.media?.position == 7)

        try await memory.report(.ended)
        #expect(memory.device.snapshot.media == nil)
        #expect(memory.device.snapshot.lastIdleReason == "FINISHED")
        #expect(memory.device.snapshot.application?.statusText == "Ready To Cast")
        #expect(memory.device.snapshot.senders.count == 2)
        await memory.device.close()
    }

    @Test("stopping the application closes its senders' connections, stops the player and shows the idle screen")
    func stopsApp() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let app = try await sender.launch()
        try await sender.send(["type": "LOAD", "requestId": 2, "media": .object(film)], in: .media, to: app)
        _ = sender.received()
        try await sender.send(["type": "STOP", "requestId": 3])
        #expect(sender.received().map(\.type) == ["CLOSE", "RECEIVER_STATUS"])
        #expect(try await memory.commands.suffix(2) == [.stop, .show(.idle)])
        // A new application starts its media sessions at one, but player items never reuse a number.
        let next = try await sender.launch()
        try await sender.send(["type": "LOAD", "requestId": 5, "media": .object(film)], in: .media, to: next)
        let status = sender.received().last { $0.type == "MEDIA_STATUS" }
        #expect(status?.payload["status"]?[0]?["mediaSessionId"] == .integer(1))
        guard case .load(let item)? = try await memory.commands.last else {
            Issue.record("no load command")
            return
        }
        #expect(item.generation == 2)
    }

    @Test("the device's volume is applied to the player and reported to every sender")
    func volume() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let other = try await memory.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await other.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "SET_VOLUME", "volume": ["level": 0.3], "requestId": 3])
        #expect(other.received().map(\.requestID) == [3])
        #expect(try await memory.commands.last == .setDeviceVolume(level: 0.3, muted: false))
        #expect(memory.device.snapshot.volumeLevel == 0.3)
    }

    @Test("snapshots start with the current one and follow the changes")
    func snapshots() async throws {
        let memory = try await MemoryDevice()
        var watcher = memory.device.snapshots.makeAsyncIterator()
        #expect(await watcher.next()?.socketCount == 0)
        let sender = try await memory.connect()
        try await sender.launch()
        let snapshot = await watcher.next()
        #expect(snapshot?.socketCount == 1)
        #expect(snapshot?.application?.appID == "CC1AD845")
        await memory.device.close()
        #expect(await watcher.next() == nil)
        #expect(memory.device.snapshots.makeAsyncIterator() as Any? != nil)
    }

    @Test("a challenge without TLS is answered with NO_TLS")
    func challenge() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        try await sender.send(
            CastMessage(from: "sender-0", to: "receiver-0", namespace: .deviceAuth, payload: .binary([0x0A, 0x00]))
        )
        let message = try await sender.recorder.nextMessage()
        guard case .binary(let bytes) = message.payload else {
            Issue.record("the answer is not binary")
            return
        }
        #expect(try DeviceAuthMessage(parsing: bytes) == .error(.noTLS))
    }

    // MARK: - Time

    @Test("a sender receives PING every five seconds and stays connected as long as it answers")
    func pings() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        try await sender.send(["type": "CONNECT"], in: .connection, from: "sender-7")
        for _ in 0..<8 {
            await memory.time.advance(by: .seconds(5))
            let messages = sender.received()
            #expect(messages.map(\.type) == ["PING"])
            #expect(messages.first?.destination == "sender-7")
            try await sender.send(["type": "PONG"], in: .heartbeat, from: "sender-7")
        }
        #expect(memory.device.snapshot.socketCount == 1)
    }

    @Test("a sender that stops answering PING is disconnected after fifteen seconds")
    func silentSender() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        try await sender.launch()
        await memory.time.advance(by: .seconds(14))
        #expect(memory.device.snapshot.socketCount == 1)
        await memory.time.advance(by: .seconds(2))
        #expect(memory.device.snapshot.socketCount == 0)
        #expect(sender.closeReason() == .remote)
        #expect(await memory.device.drops[.silentSender] == 1)
        // The application keeps running without the sender.
        #expect(memory.device.snapshot.application != nil)
        #expect(memory.device.snapshot.senders.isEmpty)
    }

    @Test("a player that never answers delays senders by at most three seconds")
    func silentPlayer() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let app = try await sender.launch()
        try await sender.send(["type": "LOAD", "requestId": 2, "media": .object(film)], in: .media, to: app)
        try await memory.report(.metadataLoaded(duration: 60, width: nil, height: nil))
        try await memory.report(.playing(position: 0))
        _ = sender.received()
        try await sender.send(["type": "PAUSE", "requestId": 9, "mediaSessionId": 1], in: .media, to: app)
        await memory.time.advance(by: .seconds(2.9))
        #expect(sender.received().isEmpty)
        await memory.time.advance(by: .seconds(0.2))
        let answer = sender.received().first
        #expect(answer?.requestID == 9)
        #expect(answer?.payload["status"]?[0]?["playerState"] == .string("PLAYING"))
        #expect(answer?.payload["status"]?[0]?["currentTime"] == .number(3))
    }

    // MARK: - Invalid input

    @Test(
        "an invalid frame closes the socket of its sender only",
        arguments: [
            [0xFF, 0xFF, 0xFF, 0xFF], [0, 1, 0, 1], [0, 0, 0, 3, 1, 2, 3], [0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func badFrame(bytes: [UInt8]) async throws {
        let memory = try await MemoryDevice()
        let bad = try await memory.connect()
        let good = try await memory.connect()
        try await good.send(["type": "CONNECT"], in: .connection)
        memory.network.connections[0].inject(bytes, into: .acceptor)
        await memory.time.settle()
        #expect(bad.closeReason() != nil)
        #expect(await memory.device.drops[.badFrame] == 1)
        try await good.send(["type": "GET_STATUS", "requestId": 4])
        #expect(good.received().map(\.type) == ["RECEIVER_STATUS"])
    }

    @Test("an empty destination closes the socket")
    func emptyDestination() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        // CastMessage { 0, "s", "", "n", STRING, "{}" }
        let body: [UInt8] = [8, 0, 18, 1, 115, 26, 0, 34, 1, 110, 40, 0, 50, 2, 123, 125]
        memory.network.connections[0].inject([0, 0, 0, UInt8(body.count)] + body, into: .acceptor)
        await memory.time.settle()
        #expect(sender.closeReason() != nil)
    }

    @Test("invalid payloads are counted, and their sender is still served")
    func badPayloads() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        try await sender.send(["type": "CONNECT"], in: .connection)
        for text in ["", "{", "[]", "\u{FFFD}", String(repeating: "[", count: 60_000)] {
            try await sender.send(
                CastMessage(from: "sender-0", to: "receiver-0", namespace: .receiver, payload: .text(text))
            )
        }
        try await sender.send(["type": "GET_STATUS", "requestId": 4])
        #expect(sender.received().map(\.type) == ["RECEIVER_STATUS"])
        #expect(await memory.device.drops[.invalidJSON] == 5)
    }

    @Test("a sender that does not read is disconnected at the queue limit, and others are served")
    func slowSender() async throws {
        var sockets = CastSocketConfiguration()
        sockets.queueLimit = 64 * 1024
        let memory = try await MemoryDevice(DeviceConfiguration(name: "Study"), sockets: sockets)
        let slow = try await memory.connect()
        let good = try await memory.connect()
        try await slow.send(["type": "CONNECT"], in: .connection)
        try await good.send(["type": "CONNECT"], in: .connection)
        memory.network.connections[0].stall(.connector)
        for level in 0..<400 {
            try await good.send(
                ["type": "SET_VOLUME", "volume": ["level": .number(Double(level % 2))], "requestId": 5]
            )
        }
        await memory.time.advance(by: .seconds(2))
        #expect(await memory.device.drops[.slowSender] == 1)
        #expect(memory.device.snapshot.socketCount == 1)
        #expect(good.received().count >= 400)
    }

    @Test("a sender whose network was cut is detected by its silence")
    func cut() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        try await sender.launch()
        memory.network.connections[0].cut()
        await memory.time.advance(by: .seconds(16))
        #expect(memory.device.snapshot.socketCount == 0)
    }

    @Test("a host that opens many sockets and keeps them alive does not keep another host out")
    func socketLimit() async throws {
        let memory = try await MemoryDevice()
        memory.network.setSourceHost("192.0.2.66")
        var flood: [TestSender] = []
        for _ in 0..<128 {
            let sender = try await memory.connect()
            flood.append(sender)
            try? await sender.send(["type": "PING"], in: .heartbeat)
        }
        // 32 per address; each further connection closes the oldest one.
        #expect(memory.device.snapshot.socketCount == 32)
        #expect(await memory.device.drops[.socketLimit] == 96)
        #expect(flood[0].closeReason() != nil)
        #expect(flood[127].closeReason() == nil)
        memory.network.setSourceHost("192.0.2.7")
        let other = try await memory.connect()
        let transportID = try await other.launch()
        #expect(transportID != "?")
        #expect(other.closeReason() == nil)
    }

    @Test("a full device closes idle sockets of other hosts for a new sender, but not those with a session")
    func idleSockets() async throws {
        let memory = try await MemoryDevice()
        let watching = try await memory.connect()
        try await watching.launch()
        for host in 2...40 {
            memory.network.setSourceHost("192.0.2.\(host)")
            for _ in 0..<8 { _ = try await memory.connect() }
        }
        #expect(memory.device.snapshot.socketCount <= 128)
        memory.network.setSourceHost("198.51.100.1")
        let new = try await memory.connect()
        try await new.send(["type": "CONNECT"], in: .connection)
        try await new.send(["type": "GET_STATUS", "requestId": 1])
        #expect(new.received().contains { $0.type == "RECEIVER_STATUS" })
        #expect(watching.closeReason() == nil)
    }
}
