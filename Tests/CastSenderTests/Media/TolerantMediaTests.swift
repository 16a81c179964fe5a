// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Receivers that deviate from the protocol")
struct TolerantMediaTests {
    private static func status(_ state: String, session: Int = 1, at time: Double = 10) -> JSONObject {
        [
            "type": "MEDIA_STATUS",
            "status": [
                [
                    "mediaSessionId": .integer(Int64(session)), "playerState": .string(state),
                    "currentTime": .number(time), "media": ["contentId": "film", "duration": 60], "currentItemId": 1,
                    "items": [
                        ["itemId": 1, "media": ["contentId": "film"]], ["itemId": 2, "media": ["contentId": "b"]],
                    ],
                ]
            ],
        ]
    }

    private static func with(_ id: JSONValue?, _ object: JSONObject) -> JSONObject {
        var object = object
        object["requestId"] = id
        return object
    }

    private static let empty: JSONObject = ["type": "MEDIA_STATUS", "status": [], "requestId": 0]

    private func playing() async throws -> (ModelDevice, CastSession, ScriptedConnection) {
        let model = try await ModelDevice()
        let (_, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING"))
        return (model, session, peer)
    }

    @Test("a status without request id, or with 0, completes the command whose effect it shows", arguments: [nil, 0])
    func unnumberedStatus(_ id: JSONValue?) async throws {
        let (model, session, peer) = try await playing()
        async let pausing = session.media.pause()
        try await peer.expect("PAUSE", in: .media)
        // A status from before the command took effect does not complete it.
        try await peer.send(Self.with(id, Self.status("PLAYING", at: 11)), in: .media, from: "web-1")
        await model.time.advance(by: .seconds(1))
        try await peer.send(Self.with(id, Self.status("PAUSED", at: 12)), in: .media, from: "web-1")
        await model.time.advance(by: .milliseconds(400))
        #expect(try await pausing?.playerState == .paused)

        async let refreshing = session.media.refreshStatus()
        try await peer.expect("GET_STATUS", in: .media)
        try await peer.send(Self.with(id, Self.status("PAUSED", at: 12)), in: .media, from: "web-1")
        await model.time.advance(by: .milliseconds(400))
        #expect(try await refreshing?.playerState == .paused)
        await session.connection.close()
    }

    @Test("a reply with the request id is used, even after a status without one")
    func numberedAnswerFollows() async throws {
        let (model, session, peer) = try await playing()
        async let refreshing = session.media.refreshStatus()
        let request = try await peer.expect("GET_STATUS", in: .media)
        try await peer.send(Self.with(0, Self.status("PLAYING", at: 11)), in: .media, from: "web-1")
        await model.time.advance(by: .milliseconds(200))
        try await peer.reply(to: request, Self.status("BUFFERING", at: 12))
        #expect(try await refreshing?.playerState == .buffering)
        await session.connection.close()
    }

    @Test("a load is completed by a status without request id that contains its media", arguments: [nil, 0])
    func unnumberedLoad(_ id: JSONValue?) async throws {
        let (model, session, peer) = try await playing()
        let other = MediaInformation(contentID: "other", contentType: "video/mp4")
        async let loading = session.media.load(other, until: .playing())
        try await peer.expect("LOAD", in: .media)
        var status = Self.status("PLAYING", session: 2, at: 0)
        status["status"] = [["mediaSessionId": 2, "playerState": "PLAYING", "media": ["contentId": "other"]]]
        try await peer.send(Self.with(id, status), in: .media, from: "web-1")
        await model.time.advance(by: .milliseconds(400))
        #expect(try await loading.mediaSessionID == 2)
        await session.connection.close()
    }

    @Test("a load that is rejected without a request id fails at once")
    func unnumberedRefusal() async throws {
        let (_, session, peer) = try await playing()
        async let loading = session.media.load(MediaInformation(contentID: "other", contentType: "video/mp4"))
        try await peer.expect("LOAD", in: .media)
        try await peer.send(["type": "LOAD_FAILED", "detailedErrorCode": 104], in: .media, from: "web-1")
        do {
            _ = try await loading
            Issue.record("the load succeeded")
        } catch {
            #expect((error as? CastError)?.code == .loadFailed)
        }
        await session.connection.close()
    }

    @Test("media replies from the platform are treated as the application's")
    func platformReplies() async throws {
        let (_, session, peer) = try await playing()
        async let pausing = session.media.pause()
        let request = try await peer.expect("PAUSE", in: .media, to: "web-1")
        let id = request.requestID.map { JSONValue.integer(Int64($0)) }
        try await peer.send(Self.with(id, Self.status("PAUSED")), in: .media, to: "sender-0")
        #expect(try await pausing?.playerState == .paused)
        await session.connection.close()
    }

    @Test("an empty status between two statuses of one session does not end it")
    func emptyBetween() async throws {
        let (model, session, peer) = try await playing()
        try await peer.send(Self.empty, in: .media, from: "web-1")
        await model.time.advance(by: .milliseconds(500))
        #expect(await session.media.status?.playerState == .playing)
        try await peer.send(Self.with(0, Self.status("PAUSED")), in: .media, from: "web-1")
        await model.time.advance(by: .seconds(3))
        #expect(await session.media.status?.playerState == .paused)
        #expect(await session.media.lastIdleReason == nil)
        await session.connection.close()
    }

    @Test("an empty status ends the session if no other follows, or at once if it is a reply")
    func emptyAtTheEnd() async throws {
        let (model, session, peer) = try await playing()
        try await peer.send(Self.empty, in: .media, from: "web-1")
        await model.time.advance(by: .milliseconds(1100))
        #expect(await session.media.status == nil)

        let (_, second, peer2) = try await playing()
        async let refreshing = second.media.refreshStatus()
        try await peer2.reply(
            to: try await peer2.expect("GET_STATUS", in: .media),
            ["type": "MEDIA_STATUS", "status": []]
        )
        #expect(try await refreshing == nil)
        await session.connection.close()
        await second.connection.close()
    }

    @Test("a volume status without request id completes setting the volume", arguments: [nil, 0])
    func unnumberedReceiverStatus(_ id: JSONValue?) async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let setting = connection.setVolume(0.25)
        try await peer.expect("SET_VOLUME", in: .receiver)
        var status = ModelDevice.idle
        status["status"] = ["volume": ["level": 0.26, "muted": false]]
        try await peer.send(Self.with(id, ModelDevice.idle), in: .receiver)
        try await peer.send(Self.with(id, status), in: .receiver)
        await model.time.advance(by: .milliseconds(400))
        #expect(try await setting.volume?.level == 0.26)
        await connection.close()
    }

    @Test("if the device rejects listing its queue, the items of its statuses are used")
    func refusedQueue() async throws {
        let (_, session, peer) = try await playing()
        async let listing = session.media.listQueue()
        let request = try await peer.expect("QUEUE_GET_ITEM_IDS", in: .media)
        try await peer.reply(to: request, ["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"])
        let queue = try await listing
        #expect(queue.items.map(\.itemID) == [1, 2] && !queue.isComplete)
        await session.connection.close()
    }

    @Test("a device that does not list its queue is waited for two seconds")
    func silentQueue() async throws {
        let (model, session, peer) = try await playing()
        async let listing = session.media.listQueue()
        try await peer.expect("QUEUE_GET_ITEM_IDS", in: .media)
        await model.time.advance(by: .milliseconds(2100))
        let queue = try await listing
        #expect(queue.items.map(\.itemID) == [1, 2] && !queue.isComplete)
        await session.connection.close()
    }

    @Test("a list of items without request id completes its request", arguments: [nil, 0])
    func unnumberedQueue(_ id: JSONValue?) async throws {
        let (_, session, peer) = try await playing()
        async let listing = session.media.listQueue()
        try await peer.expect("QUEUE_GET_ITEM_IDS", in: .media)
        try await peer.send(Self.with(id, ["type": "QUEUE_ITEM_IDS", "itemIds": [1, 2]]), in: .media, from: "web-1")
        try await peer.expect("QUEUE_GET_ITEMS", in: .media)
        let items: JSONObject = ["type": "QUEUE_ITEMS", "items": [["itemId": 2, "media": ["contentId": "b"]]]]
        try await peer.send(Self.with(id, items), in: .media, from: "web-1")
        let queue = try await listing
        #expect(queue.items.map { $0.media?.contentID } == ["film", "b"] && queue.isComplete)
        await session.connection.close()
    }

    @Test("an empty title is treated as missing")
    func emptyTitle() async throws {
        let model = try await ModelDevice()
        var status = Self.status("PLAYING")
        status["status"] = [["mediaSessionId": 1, "playerState": "PLAYING", "media": ["metadata": ["title": ""]]]]
        let (connection, session, _) = try await model.connectAndJoin(media: status)
        #expect(await session.media.status?.title == nil)
        await connection.close()
    }
}
