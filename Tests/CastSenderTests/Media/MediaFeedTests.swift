// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastSender

@Suite("Media feed")
struct MediaFeedTests {
    private static func status(_ state: String, session: Int = 1, items: [Int]? = nil) -> JSONObject {
        var status: JSONObject = [
            "mediaSessionId": .integer(Int64(session)), "playerState": .string(state), "currentTime": 0,
            "playbackRate": 1, "media": ["contentId": "film"],
        ]
        if let items { status["items"] = .array(items.map { ["itemId": .integer(Int64($0))] }) }
        return ["type": "MEDIA_STATUS", "status": [.object(status)]]
    }

    /// Describes reports as text.
    private static func descriptions(_ reports: [MediaFeed.Report]) -> [String] {
        reports.map { report in
            switch report {
            case .controls(let controls): "controls \(controls.snapshot?.playerState.rawValue ?? "without media")"
            case .status(let snapshot, let started):
                (started.map { "started \($0), " } ?? "") + (snapshot?.playerState.rawValue ?? "nothing")
            case .queueChanged(let change): "changed \(change.changeType?.rawValue ?? "") \(change.itemIDs ?? [])"
            case .queueItemIDs(let ids): "ids \(ids)"
            case .queueItems(let items): "items \(items.compactMap(\.itemID))"
            case .queue(let number, let update): "queue \(number) \(update.changes) \(update.contents.itemIDs)"
            case .failed(let error): "failed \(error.code.name)"
            case .processed(let number): "touched \(number)"
            case .answered(let number, let error): "answered \(number) \(error?.code.name ?? "well")"
            }
        }
    }

    private func take(_ feed: MediaFeed, _ count: Int) async -> [String] {
        var reports: [MediaFeed.Report] = []
        for await _ in feed.signals {
            reports += feed.take().filter { if case .controls = $0 { false } else { true } }
            if reports.count >= count { break }
        }
        return Self.descriptions(reports)
    }

    @Test("Commands are sent in the order in which they were submitted, and answered after their status")
    func commandsInOrder() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING"))
        let feed = MediaFeed(of: session.media)
        #expect(await take(feed, 1) == ["started 1, PLAYING"])
        let id = feed.submit(1) { media, id async throws(CastError) in try await media.perform(.pause, requestID: id) }
        _ = feed.submit(2) { media, _ async throws(CastError) in _ = try await media.seek(to: 5) }
        _ = feed.submit(3) { media, _ async throws(CastError) in _ = try await media.seek(to: -5) }
        let pause = try await peer.expect("PAUSE", in: .media)
        #expect(pause.object.requestID == id)
        let seek = try await peer.expect("SEEK", in: .media)
        #expect(await take(feed, 1) == ["answered 3 invalidArgument"])
        try await peer.reply(to: seek, ["type": "INVALID_PLAYER_STATE"])
        try await peer.reply(to: pause, Self.status("PAUSED"))
        let descriptions = await take(feed, 3)
        #expect(descriptions.contains("answered 2 invalidPlayerState"))
        #expect(descriptions.filter { !$0.hasPrefix("answered 2") } == ["PAUSED", "answered 1 well"])
        await connection.close()
    }

    @Test("A jump that waits for another one is sent with its own request id")
    func idOfWaitingJump() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(
            media: Self.status("PLAYING", items: [1, 2, 3])
        )
        let feed = MediaFeed(of: session.media)
        #expect(await take(feed, 1) == ["started 1, PLAYING"])
        let ids = [2, 3].map { itemID in
            feed.submit(itemID) { media, id async throws(CastError) in
                try await media.jump(to: itemID, at: nil, customData: nil, requestID: id)
            }
        }
        let first = try await peer.expect("QUEUE_UPDATE", in: .media)
        #expect(first.object.requestID == ids[0])
        try await peer.reply(to: first, Self.status("PLAYING", items: [1, 2, 3]))
        let second = try await peer.expect("QUEUE_UPDATE", in: .media)
        #expect(second.object.requestID == ids[1])
        await connection.close()
    }

    @Test("Controls precede their status; a slow reader gets the newest controls before the oldest status")
    func controls() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING"))
        let feed = MediaFeed(of: session.media)
        try await peer.send(Self.status("PAUSED"), in: .media, from: "web-1")
        try await peer.send(Self.status("BUFFERING"), in: .media, from: "web-1")
        #expect(
            await model.time.advance(within: .seconds(60)) { await session.media.status?.playerState == .buffering }
        )
        let descriptions = Self.descriptions(feed.take())
        #expect(descriptions == ["controls BUFFERING", "started 1, PLAYING", "PAUSED", "BUFFERING"])
        try await peer.send(Self.status("PLAYING"), in: .media, from: "web-1")
        #expect(await model.time.advance(within: .seconds(60)) { await session.media.status?.playerState == .playing })
        #expect(Self.descriptions(feed.take()) == ["controls PLAYING", "PLAYING"])
        await connection.close()
    }

    @Test("A queue update is reported before the message that caused it")
    func queues() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING", items: [1]))
        let feed = MediaFeed(of: session.media)
        feed.follow(7, cacheSize: 20, fetchLimit: 20)
        let request = try await peer.expect("QUEUE_GET_ITEM_IDS", in: .media)
        try await peer.reply(to: request, ["type": "QUEUE_ITEM_IDS", "itemIds": [1, 2]])
        #expect(
            await take(feed, 3) == [
                "started 1, PLAYING", "queue 7 [CastSender.MediaQueueChange.reloaded] [1, 2]", "ids [1, 2]",
            ]
        )

        func change(_ type: String, _ ids: [JSONValue], number: Int64) -> JSONObject {
            [
                "type": "QUEUE_CHANGE", "changeType": .string(type), "itemIds": .array(ids),
                "sequenceNumber": .integer(number),
            ]
        }
        try await peer.send(change("INSERT", [2, 3], number: 1), in: .media, from: "web-1")
        try await peer.send(change("INSERT", [4], number: 1), in: .media, from: "web-1")
        try await peer.send(change("REMOVE", [1], number: 2), in: .media, from: "web-1")
        let descriptions = await take(feed, 4)
        #expect(descriptions.filter { $0.hasPrefix("changed") } == ["changed INSERT [3]", "changed REMOVE [1]"])
        #expect(descriptions.count == 4)
        await connection.close()
    }

    @Test("A reader that starts again gets the current status and queues; a queue that it left is not reported")
    func refresh() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING", items: [1]))
        let feed = MediaFeed(of: session.media)
        feed.follow(7, cacheSize: 20, fetchLimit: 20)
        let request = try await peer.expect("QUEUE_GET_ITEM_IDS", in: .media)
        try await peer.reply(to: request, ["type": "QUEUE_ITEM_IDS", "itemIds": [1, 2]])
        _ = await take(feed, 3)
        feed.refresh()
        #expect(await take(feed, 2) == ["PLAYING", "queue 7 [CastSender.MediaQueueChange.reloaded] [1, 2]"])

        feed.perform(7, isReported: true) { _ in }
        #expect(await take(feed, 1) == ["touched 7"])
        feed.leave(7)
        feed.refresh()
        try await peer.send(Self.insertion([3]), in: .media, from: "web-1")
        #expect(await take(feed, 2) == ["PLAYING", "changed INSERT [3]"])
        await connection.close()
    }

    private static func insertion(_ ids: [Int64], number: Int64 = 1) -> JSONObject {
        [
            "type": "QUEUE_CHANGE", "changeType": "INSERT", "itemIds": .array(ids.map(JSONValue.integer)),
            "sequenceNumber": .integer(number),
        ]
    }

    @Test("The first update of a queue after those that a slow reader missed is a reload")
    func slowReaderOfQueue() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING", items: [1]))
        let feed = MediaFeed(of: session.media)
        feed.follow(7, cacheSize: 20, fetchLimit: 20)
        let request = try await peer.expect("QUEUE_GET_ITEM_IDS", in: .media)
        try await peer.reply(to: request, ["type": "QUEUE_ITEM_IDS", "itemIds": [1, 2]])
        // More updates than are buffered: the first that is left is a reload, and those after it are changes.
        for number in 1...Int64(MediaFeed.limit) {
            try await peer.send(Self.insertion([number + 2], number: number), in: .media, from: "web-1")
        }
        try await peer.send(Self.status("PAUSED", items: [1]), in: .media, from: "web-1")
        #expect(await model.time.advance(within: .seconds(60)) { await session.media.status?.playerState == .paused })
        let updates = Self.descriptions(feed.take()).filter { $0.hasPrefix("queue 7") }
        #expect(updates.first?.contains("reloaded") == true)
        #expect(updates.count > 50 && updates.dropFirst().allSatisfy { !$0.contains("reloaded") })

        // All updates are dropped for answers, which are not: the next one is a reload.
        let count = Int64(MediaFeed.limit)
        try await peer.send(Self.insertion([count + 3], number: count + 1), in: .media, from: "web-1")
        try await peer.send(Self.status("BUFFERING", items: [1]), in: .media, from: "web-1")
        #expect(
            await model.time.advance(within: .seconds(60)) { await session.media.status?.playerState == .buffering }
        )
        for number in 0...MediaFeed.limit {
            _ = feed.submit(number) { media, _ async throws(CastError) in _ = try await media.seek(to: -1) }
        }
        try await peer.send(Self.status("PLAYING", items: [1]), in: .media, from: "web-1")
        #expect(await model.time.advance(within: .seconds(60)) { await session.media.status?.playerState == .playing })
        #expect(!Self.descriptions(feed.take()).contains { $0.hasPrefix("queue 7") })
        try await peer.send(Self.insertion([count + 4], number: count + 2), in: .media, from: "web-1")
        #expect(await take(feed, 1)[0].hasPrefix("queue 7 [CastSender.MediaQueueChange.reloaded]"))
        await connection.close()
    }

    @Test("A slow reader misses old statuses, but no answers")
    func slowReader() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING"))
        let feed = MediaFeed(of: session.media)
        for number in 1...3 {
            _ = feed.submit(number) { media, _ async throws(CastError) in _ = try await media.seek(to: -1) }
        }
        for _ in 0..<400 { try await peer.send(Self.status("PLAYING"), in: .media, from: "web-1") }
        try await peer.send(Self.status("PAUSED"), in: .media, from: "web-1")
        #expect(await model.time.advance(within: .seconds(60)) { await session.media.status?.playerState == .paused })
        let descriptions = Self.descriptions(feed.take())
        #expect(descriptions.count == MediaFeed.limit)
        #expect(descriptions.prefix(2) == ["controls PAUSED", "started 1, PLAYING"])
        #expect(descriptions.last == "PAUSED")
        #expect(descriptions.filter { $0.hasPrefix("answered") }.count == 3)
        await connection.close()
    }

    @Test("The end of the session answers pending commands and clears the status")
    func end() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING"))
        let feed = MediaFeed(of: session.media)
        _ = feed.submit(1) { media, _ async throws(CastError) in _ = try await media.pause() }
        try await peer.expect("PAUSE", in: .media)
        await connection.close()
        let descriptions = await take(feed, 3)
        #expect(descriptions.contains("nothing"))
        #expect(descriptions.contains { $0.hasPrefix("answered 1 ") && $0 != "answered 1 well" })
        feed.finish()
        #expect(feed.take().isEmpty)
    }
}
