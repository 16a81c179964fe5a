// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOPosix
import Testing

@testable import CastReceiver

/// Observed behavior of third-party senders that a device must support.
@Suite("Third-party senders")
struct ThirdPartySenderTests {
    private let film: JSONObject = ["contentId": "http://192.0.2.9/film.mp4", "contentType": "video/mp4"]

    private func playing(_ memory: MemoryDevice, _ sender: TestSender, _ load: JSONObject = [:]) async throws -> String
    {
        let app = try await sender.launch()
        var request: JSONObject = ["type": "LOAD", "requestId": 2, "media": .object(film)]
        request.merge(load)
        try await sender.send(request, in: .media, to: app)
        try await memory.report(.metadataLoaded(duration: 60, width: 640, height: 360))
        try await memory.report(.playing(position: 0))
        return app
    }

    @Test("VLC numbers the requests of each of its parts separately: both of two equal ids are answered")
    func equalRequestIDs() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let app = try await playing(memory, sender)
        _ = sender.received()
        try await sender.send(["type": "GET_STATUS", "requestId": 1])
        try await sender.send(["type": "GET_STATUS", "requestId": 1], in: .media, to: app)
        try await sender.send(["type": "GET_STATUS", "requestId": 2])
        try await sender.send(["type": "GET_STATUS", "requestId": 2], in: .media, to: app)
        let answers = sender.received()
        #expect(answers.map(\.type) == ["RECEIVER_STATUS", "MEDIA_STATUS", "RECEIVER_STATUS", "MEDIA_STATUS"])
        #expect(answers.map(\.requestID) == [1, 1, 2, 2])
    }

    @Test("VLC stops the media and closes both virtual connections; the device keeps running")
    func stopAndTwoCloses() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let app = try await playing(memory, sender)
        try await sender.send(["type": "STOP", "requestId": 5, "mediaSessionId": 1], in: .media, to: app)
        try await sender.send(["type": "CLOSE"], in: .connection, to: app)
        try await sender.send(["type": "CLOSE"], in: .connection)
        #expect(sender.closeReason() == nil)
        #expect(memory.device.snapshot.media == nil && memory.device.snapshot.senders.isEmpty)
        try await sender.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "GET_STATUS", "requestId": 6])
        #expect(sender.received().last?.requestID == 6)
    }

    @Test("VLC sends autoplay as the text false with a live stream, which plays all the same")
    func autoplayText() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let app = try await sender.launch()
        let stream: JSONObject = [
            "contentId": "http://192.0.2.9:8010/chromecast/1/2/stream", "contentType": "video/x-matroska",
            "streamType": "LIVE",
        ]
        try await sender.send(
            ["type": "LOAD", "requestId": 1, "autoplay": "false", "media": .object(stream)],
            in: .media,
            to: app
        )
        guard case .load(let item)? = try await memory.commands.last else {
            Issue.record("no load command")
            return
        }
        #expect(item.autoplay)
        try await memory.report(.metadataLoaded(duration: nil, width: 640, height: 360))
        try await memory.report(.playing(position: 0))
        let status = sender.received().last?.payload["status"]?[0]
        #expect(status?["playerState"] == "PLAYING")
        // VLC requests the status every four seconds. It seeks by loading again, which starts another media session.
        await memory.time.advance(by: .seconds(4))
        try await sender.send(["type": "GET_STATUS", "requestId": 1], in: .media, to: app)
        let first = sender.received().last?.payload["status"]?[0]
        #expect(first?["currentTime"] == 4.0 && first?["media"]?["streamType"] == "LIVE")
        try await sender.send(
            ["type": "LOAD", "requestId": 2, "autoplay": "false", "media": .object(stream)],
            in: .media,
            to: app
        )
        let ended = sender.received().compactMap { $0.payload["status"]?[0] }.first
        #expect(ended?["idleReason"] == "INTERRUPTED" && ended?["mediaSessionId"] == first?["mediaSessionId"])
    }

    @Test("VLC sends requests without CONNECT and to an empty destination; they are dropped, and others are served")
    func withoutConnect() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let other = try await memory.connect()
        try await other.send(["type": "CONNECT"], in: .connection)
        try await sender.send(["type": "GET_STATUS", "requestId": 1], from: "sender-vlc")
        try await sender.send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 2], from: "sender-vlc")
        #expect(sender.received().isEmpty && memory.device.snapshot.application == nil)
        #expect(await memory.device.drops[.unknownConnection] == 2)
        memory.network.connections[0].inject(Self.toNobody, into: .acceptor)
        await memory.time.settle()
        #expect(sender.closeReason() != nil)
        try await other.send(["type": "GET_STATUS", "requestId": 3])
        #expect(other.received().map(\.requestID) == [3])
    }

    /// A frame of CastMessage { 0, "sender-vlc", "", "urn:x-cast:com.google.cast.media", STRING, "{}" }, which this
    /// package's codec cannot write.
    private static var toNobody: [UInt8] {
        let namespace = Array(CastNamespace.media.rawValue.utf8)
        let source = Array("sender-vlc".utf8)
        var body: [UInt8] = [8, 0, 18, UInt8(source.count)] + source + [26, 0, 34, UInt8(namespace.count)]
        body += namespace + [40, 0, 50, 2] + Array("{}".utf8)
        return [0, 0, 0, UInt8(body.count)] + body
    }

    @Test("pychromecast sends its user agent, skips request ids, and sends the session id with every media request")
    func skippedIDs() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        try await sender.send(
            [
                "type": "CONNECT", "origin": [:], "userAgent": "PyChromecast",
                "senderInfo": ["sdkType": 2, "version": "15.605.1.3", "platform": 4, "connectionType": 1],
            ],
            in: .connection
        )
        let app = try await playing(memory, sender)
        _ = sender.received()
        let media = memory.device.snapshot.media?.mediaSessionID ?? 0
        try await sender.send(
            ["type": "PAUSE", "requestId": 12, "mediaSessionId": .integer(Int64(media)), "sessionId": .string(app)],
            in: .media,
            to: app
        )
        try await memory.report(.paused(position: 3))
        try await sender.send(["type": "GET_STATUS", "requestId": 15])
        #expect(sender.received().map(\.requestID) == [12, 15])
    }

    @Test("pychromecast quits with STOP for the application and CLOSE to its transport, which no longer exists")
    func stopThenClose() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let app = try await playing(memory, sender)
        _ = sender.received()
        let session = memory.device.snapshot.application?.sessionID ?? "?"
        try await sender.send(["type": "STOP", "requestId": 9, "sessionId": .string(session)])
        try await sender.send(["type": "CLOSE"], in: .connection, to: app)
        #expect(sender.received().contains { $0.type == "RECEIVER_STATUS" && $0.requestID == 9 })
        #expect(memory.device.snapshot.application == nil)
    }

    @Test(
        "the stream types LIVE of pychromecast and null of catt become BUFFERED for finite media",
        arguments: ["LIVE" as JSONValue, .null]
    )
    func streamType(_ streamType: JSONValue) async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        var media = film
        media["streamType"] = streamType
        let app = try await playing(memory, sender, ["media": .object(media)])
        try await sender.send(["type": "GET_STATUS", "requestId": 7], in: .media, to: app)
        let status = sender.received().last?.payload["status"]?[0]
        #expect(status?["playerState"] == "PLAYING")
        // catt can seek only in media with this stream type.
        #expect(status?["media"]?["streamType"] == "BUFFERED" && status?["media"]?["duration"] == 60.0)
    }

    @Test("rust_cast sends null for unchanged volume members and for resumeState")
    func nulls() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        let app = try await playing(memory, sender)
        _ = sender.received()
        try await sender.send(["type": "SET_VOLUME", "requestId": 3, "volume": ["level": 0.4, "muted": .null]])
        try await sender.send(["type": "SET_VOLUME", "requestId": 4, "volume": ["level": .null, "muted": true]])
        #expect(sender.received().map(\.requestID) == [3, 4])
        #expect(memory.device.snapshot.volumeLevel == 0.4 && memory.device.snapshot.isMuted)
        try await sender.send(
            ["type": "SEEK", "requestId": 5, "mediaSessionId": 1, "currentTime": 20, "resumeState": .null],
            in: .media,
            to: app
        )
        try await memory.report(.seeked(position: 20))
        try await memory.report(.playing(position: 20))
        let answer = sender.received().first { $0.requestID == 5 }?.payload["status"]?[0]
        #expect(answer?["playerState"] == "PLAYING" && answer?["currentTime"] == 20.0)
    }

    @Test("mkchromecast sends PLAY for playing media, five seconds after LOAD")
    func latePlay() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        var media = film
        media["streamType"] = "LIVE"
        let app = try await playing(memory, sender, ["media": .object(media)])
        _ = sender.received()
        await memory.time.advance(by: .seconds(5))
        try await sender.send(["type": "PLAY", "requestId": 8, "mediaSessionId": 1], in: .media, to: app)
        #expect(try await memory.commands.last == .play)
        // Every player reports its state again after a play command.
        try await memory.report(.playing(position: 5))
        #expect(sender.received().first { $0.requestID == 8 }?.payload["status"]?[0]?["playerState"] == "PLAYING")
    }

    @Test("rust_cast sends a frame's length and its body in separate TLS records", .timeLimit(.minutes(1)))
    func twoRecords() async throws {
        let configuration = DeviceConfiguration(
            port: 0,
            httpPort: nil,
            httpsPort: nil,
            interfaces: .named(["lo"]),
            advertises: false
        )
        let device = try await VirtualDevice.start(configuration)
        let group = MultiThreadedEventLoopGroup.singleton
        let sender = try await CastTesting.RawConnection.connect(to: device.endpoint, usesTLS: true, group: group)
        let messages: [(JSONObject, CastNamespace)] = [
            (["type": "CONNECT", "userAgent": "RustCast"], .connection),
            (["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1], .receiver),
        ]
        for (payload, namespace) in messages {
            let text = CastMessage.Payload.text(payload.jsonString)
            let frame = try CastFrame.encode(
                CastMessage(from: "sender-0", to: "receiver-0", namespace: namespace, payload: text)
            )
            try await sender.send(Array(frame[..<4]))
            try await sender.send(Array(frame[4...]))
        }
        for await snapshot in device.snapshots where snapshot.application?.appID == "CC1AD845" { break }
        #expect(device.snapshot.application?.appID == "CC1AD845")
        #expect(await device.drops[.badFrame] == 0)
        await sender.close()
        await device.close()
    }

    @Test("Chromium uses several sender ids on one socket, one of them invisible; each gets its own answers")
    func severalIDs() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        try await sender.send(["type": "CONNECT", "connType": 0], in: .connection, from: "sender-724232")
        try await sender.send(["type": "CONNECT", "connType": 2], in: .connection, from: "sender-12954681924088983280")
        try await sender.send(
            [
                "type": "LAUNCH", "appId": "CC1AD845", "requestId": 5, "language": "en-US",
                "supportedAppTypes": ["WEB"],
            ],
            from: "sender-724232"
        )
        let app = memory.device.snapshot.application?.sessionID ?? "?"
        #expect(memory.device.snapshot.application?.appID == "CC1AD845")
        _ = sender.received()
        // The casting page has its own sender id, and connects to the platform only to set the volume.
        try await sender.send(["type": "CONNECT"], in: .connection, from: "12345")
        try await sender.send(["type": "SET_VOLUME", "requestId": 6, "volume": ["level": 0.2]], from: "12345")
        #expect(sender.received().contains { $0.type == "RECEIVER_STATUS" && $0.requestID == 6 })
        #expect(memory.device.snapshot.volumeLevel == 0.2)
        try await sender.send(
            ["type": "GET_APP_AVAILABILITY", "appId": ["0F5096E8"], "requestId": 7],
            from: "sender-12954681924088983280"
        )
        #expect(sender.messages().last?.destinationID == "sender-12954681924088983280")
        // The session id is sent with every media request.
        try await sender.send(["type": "CONNECT"], in: .connection, from: "12345", to: app)
        try await sender.send(
            ["type": "LOAD", "requestId": 8, "sessionId": .string(app), "media": .object(film)],
            in: .media,
            from: "12345",
            to: app
        )
        try await memory.report(.metadataLoaded(duration: 60, width: 640, height: 360))
        try await memory.report(.playing(position: 0))
        try await sender.send(
            ["type": "PAUSE", "requestId": 9, "mediaSessionId": 1, "sessionId": .string(app)],
            in: .media,
            from: "12345",
            to: app
        )
        try await memory.report(.paused(position: 1))
        #expect(sender.received().contains { $0.type == "MEDIA_STATUS" && $0.requestID == 9 })
    }

    @Test("Chromium asks for the availability of one application at a time; mirroring is not available")
    func mirroring() async throws {
        let memory = try await MemoryDevice()
        let sender = try await memory.connect()
        try await sender.send(["type": "CONNECT", "connType": 0], in: .connection, from: "sender-724232")
        for (number, app) in ["0F5096E8", "85CDB22F", "CC1AD845"].enumerated() {
            try await sender.send(
                [
                    "type": "GET_APP_AVAILABILITY", "appId": [.string(app)], "requestId": .integer(Int64(number)),
                ],
                from: "sender-724232"
            )
        }
        #expect(
            sender.received().map { $0.payload["availability"] } == [
                ["0F5096E8": "APP_UNAVAILABLE"], ["85CDB22F": "APP_UNAVAILABLE"], ["CC1AD845": "APP_AVAILABLE"],
            ]
        )
        try await sender.send(["type": "LAUNCH", "appId": "0F5096E8", "requestId": 5], from: "sender-724232")
        #expect(sender.received().map { $0.payload["reason"] } == ["NOT_FOUND"])
        try await sender.send(
            ["type": "OFFER", "seqNum": 1, "offer": [:]],
            in: "urn:x-cast:com.google.cast.webrtc",
            from: "sender-724232"
        )
        #expect(sender.received().isEmpty && sender.closeReason() == nil)
    }
}
