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

    /// What a feed tells, in words.
    private static func words(_ reports: [MediaFeed.Report]) -> [String] {
        reports.map { report in
            switch report {
            case .status(let snapshot, let started):
                (started.map { "started \($0), " } ?? "") + (snapshot?.playerState.rawValue ?? "nothing")
            case .queueChanged(let change): "changed \(change.changeType?.rawValue ?? "") \(change.itemIDs ?? [])"
            case .queueItemIDs(let ids): "ids \(ids)"
            case .queueItems(let items): "items \(items.compactMap(\.itemID))"
            case .queue(let number, let update): "queue \(number) \(update.changes) \(update.contents.itemIDs)"
            case .failed(let error): "failed \(error.code.name)"
            case .touched(let number): "touched \(number)"
            case .answered(let number, let error): "answered \(number) \(error?.code.name ?? "well")"
            }
        }
    }

    private func take(_ feed: MediaFeed, _ count: Int) async -> [String] {
        var reports: [MediaFeed.Report] = []
        for await _ in feed.signals {
            reports += feed.take()
            if reports.count >= count { break }
        }
        return Self.words(reports)
    }

    @Test("Orders go out in the order in which they were given, and are answered after their status")
    func orders() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING"))
        let feed = MediaFeed(of: session.media)
        #expect(await take(feed, 1) == ["started 1, PLAYING"])
        let id = feed.order(1) { media async throws(CastError) in _ = try await media.pause() }
        _ = feed.order(2) { media async throws(CastError) in _ = try await media.seek(to: 5) }
        _ = feed.order(3) { media async throws(CastError) in _ = try await media.seek(to: -5) }
        let pause = try await peer.expect("PAUSE", in: .media)
        #expect(pause.object.requestID == id)
        let seek = try await peer.expect("SEEK", in: .media)
        #expect(await take(feed, 1) == ["answered 3 invalidArgument"])
        try await peer.reply(to: seek, ["type": "INVALID_PLAYER_STATE"])
        try await peer.reply(to: pause, Self.status("PAUSED"))
        let told = await take(feed, 3)
        #expect(told.contains("answered 2 invalidPlayerState"))
        #expect(told.filter { !$0.hasPrefix("answered 2") } == ["PAUSED", "answered 1 well"])
        await connection.close()
    }

    @Test("What a queue follower has made of a message is told before the message")
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
        let told = await take(feed, 4)
        #expect(told.filter { $0.hasPrefix("changed") } == ["changed INSERT [3]", "changed REMOVE [1]"])
        #expect(told.count == 4)
        await connection.close()
    }

    @Test("A reader who does not read loses old statuses, never an answer")
    func slowReader() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING"))
        let feed = MediaFeed(of: session.media)
        for number in 1...3 {
            _ = feed.order(number) { media async throws(CastError) in _ = try await media.seek(to: -1) }
        }
        for _ in 0..<400 { try await peer.send(Self.status("PLAYING"), in: .media, from: "web-1") }
        try await peer.send(Self.status("PAUSED"), in: .media, from: "web-1")
        #expect(await model.time.advance(within: .seconds(60)) { await session.media.status?.playerState == .paused })
        let told = Self.words(feed.take())
        #expect(told.count == MediaFeed.limit)
        #expect(told.first == "started 1, PLAYING")
        #expect(told.last == "PAUSED")
        #expect(told.filter { $0.hasPrefix("answered") }.count == 3)
        await connection.close()
    }

    @Test("The end of the session answers every order and ends what is known")
    func end() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin(media: Self.status("PLAYING"))
        let feed = MediaFeed(of: session.media)
        _ = feed.order(1) { media async throws(CastError) in _ = try await media.pause() }
        try await peer.expect("PAUSE", in: .media)
        await connection.close()
        let told = await take(feed, 3)
        #expect(told.contains("nothing"))
        #expect(told.contains { $0.hasPrefix("answered 1 ") && $0 != "answered 1 well" })
        feed.finish()
        #expect(feed.take().isEmpty)
    }
}
