// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastSender

@Suite("Queue commands")
struct QueueCommandTests {
    private static func status(_ extra: JSONObject = [:], session: Int = 1) -> JSONObject {
        var status: JSONObject = [
            "mediaSessionId": .integer(Int64(session)), "playerState": "PLAYING", "currentTime": 10, "currentItemId": 1,
        ]
        status.merge(extra)
        return ["type": "MEDIA_STATUS", "status": [.object(status)]]
    }

    private func playing() async throws -> (model: ModelDevice, session: CastSession, peer: ScriptedConnection) {
        let model = try await ModelDevice()
        let (_, session, peer) = try await model.connectAndJoin(media: Self.status())
        return (model, session, peer)
    }

    private func item(_ name: String, bytes: Int = 0) -> QueueItem {
        QueueItem(
            media: MediaInformation(contentID: name, contentType: "video/mp4"),
            customData: bytes > 0 ? .string(String(repeating: "x", count: bytes)) : nil
        )
    }

    /// Runs a command, checks the request, and answers with a status.
    private func check(
        _ peer: ScriptedConnection,
        _ type: String,
        _ keys: JSONObject,
        without absent: [String] = [],
        _ command: @escaping @Sendable () async throws -> MediaSnapshot?
    ) async throws {
        async let snapshot = command()
        let request = try await peer.expect(type, in: .media, to: "web-1")
        #expect(request.object["mediaSessionId"] == 1)
        for member in keys.members { #expect(request.object[member.key] == member.value, "\(type): \(request.object)") }
        for key in absent { #expect(request.object[key] == nil, "\(type): \(request.object)") }
        try await peer.reply(to: request, Self.status())
        _ = try await snapshot
    }

    @Test("RMC 9, 13, 14, 15, ADV 11: The request of each command has the expected keys, including custom data")
    func wire() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        let new = item("a")
        try await check(peer, "QUEUE_INSERT", ["items": [new.json]], without: ["insertBefore", "currentItemIndex"]) {
            try await media.insert([new])
        }
        var known = new
        known.itemID = 7
        try await check(
            peer,
            "QUEUE_INSERT",
            ["items": [new.json], "insertBefore": 3, "currentItemIndex": 0, "currentTime": 5.0, "customData": ["x": 1]]
        ) { [known] in
            try await media.insertAndPlay([known], before: 3, at: 5, customData: ["x": 1])
        }
        try await check(peer, "QUEUE_UPDATE", ["items": [known.json]], without: ["jump"]) { [known] in
            try await media.updateItems([known])
        }
        try await check(peer, "QUEUE_REMOVE", ["itemIds": [3, 4]]) { try await media.removeItems([3, 4]) }
        try await check(peer, "QUEUE_REORDER", ["itemIds": [3, 4], "insertBefore": 1]) {
            try await media.reorderItems([3, 4], before: 1)
        }
        try await check(peer, "QUEUE_REORDER", ["itemIds": [3]], without: ["insertBefore"]) {
            try await media.moveItem(3)
        }
        try await check(peer, "QUEUE_UPDATE", ["currentItemId": 9, "currentTime": 2.5], without: ["jump"]) {
            try await media.jump(to: 9, at: 2.5)
        }
        try await check(peer, "QUEUE_UPDATE", ["jump": 1], without: ["currentItemId"]) { try await media.next() }
        try await check(peer, "QUEUE_UPDATE", ["jump": -1]) { try await media.previous() }
        try await check(peer, "QUEUE_UPDATE", ["repeatMode": "REPEAT_SINGLE"]) {
            try await media.setRepeatMode(.single)
        }
        try await check(peer, "QUEUE_UPDATE", ["shuffle": true]) { try await media.shuffle() }
        try await check(peer, "USER_ACTION", ["userAction": "LIKE", "userActionContext": "TRACK"], without: ["clear"]) {
            try await media.send(.like, about: .track)
        }
        try await check(peer, "SKIP_AD", [:], without: ["customData"]) { try await media.skipAd() }
        try await check(peer, "PLAY_AGAIN", [:]) { try await media.playAgain() }
        try await check(peer, "EDIT_TRACKS_INFO", ["activeTrackIds": []]) { try await media.setActiveTracks([]) }
        try await check(peer, "EDIT_TRACKS_INFO", ["textTrackStyle": ["fontScale": 2.0]], without: ["activeTrackIds"]) {
            try await media.setTextTrackStyle(TextTrackStyle(fields: ["fontScale": 2.0]))
        }
        try await check(peer, "EDIT_TRACKS_INFO", ["enableTextTracks": true, "language": "de"]) {
            try await media.showText(true, language: "de")
        }
        try await check(peer, "EDIT_AUDIO_TRACKS", ["language": "fr"]) { try await media.setAudioLanguage("fr") }
        try await check(peer, "SET_VOLUME", ["volume": ["muted": true], "customData": 1]) {
            try await media.setStreamMuted(true, customData: 1)
        }
        try await check(peer, "SEEK", ["currentTime": 4_294_967_296.0]) { try await media.seekToLive() }
        try peer.verify()
        await session.connection.close()
    }

    @Test("RMC 7: Editing tracks without tracks or style sends nothing and succeeds")
    func noTracks() async throws {
        let (_, session, peer) = try await playing()
        _ = try await session.media.editTracks()
        try peer.verify()
        await session.connection.close()
    }

    @Test("RMC 16: Empty lists and invalid arguments are rejected locally")
    func arguments() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await media.insert([]) },
            { _ = try await media.updateItems([]) },
            { _ = try await media.updateItems([QueueItem()]) },
            { _ = try await media.removeItems([]) },
            { _ = try await media.reorderItems([]) },
            { _ = try await media.reorderItems([1, 2], before: 2) },
            { _ = try await media.jump(to: 1, at: -1) },
            { _ = try await media.jump(to: 1, at: .infinity) },
            { _ = try await media.fetchItems([]) },
            { _ = try await media.fetchItems(around: 1, next: -1) },
            { _ = try await media.loadQueue([]) },
            { _ = try await media.loadQueue([QueueItem()], startIndex: 1) },
            { _ = try await media.setAudioLanguage("") },
            { _ = try await media.precache() },
            { _ = try await media.load(entity: "") },
            { _ = try await media.followQueue(cacheSize: 0) },
        ]
        for (index, call) in calls.enumerated() {
            let error = await #expect(throws: CastError.self) { try await call() }
            #expect(error?.code == .invalidArgument, "call \(index)")
        }
        try peer.verify()
        await session.connection.close()
    }

    @Test("RMC 3.3, 4: A closed connection is reported first, then a missing media session, then an invalid argument")
    func order() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        let media = session.media
        #expect(await #expect(throws: CastError.self) { try await media.removeItems([]) }?.code == .noMediaSession)
        #expect(await #expect(throws: CastError.self) { try await media.seek(to: -1) }?.code == .noMediaSession)
        try peer.verify()
        await connection.close()
        let closed = await #expect(throws: CastError.self) { try await media.removeItems([]) }
        #expect(closed?.code == .connectionClosed)
        let load = await #expect(throws: CastError.self) { try await media.loadQueue([]) }
        #expect(load?.code == .connectionClosed)
    }

    @Test("RMC 20: A second seek replaces the first; a second insertion does not")
    func replaced() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        async let first = #expect(throws: CastError.self) { try await media.seek(to: 10) }
        let one = try await peer.expect("SEEK", in: .media)
        async let second = media.seek(to: 20)
        let two = try await peer.expect("SEEK", in: .media)
        #expect(await first?.code == .requestReplaced)
        // The reply to the replaced request is ignored.
        try await peer.reply(to: one, Self.status())
        try await peer.reply(to: two, Self.status())
        _ = try await second

        let new = item("a")
        async let inserted = media.insert([new])
        let three = try await peer.expect("QUEUE_INSERT", in: .media)
        async let again = media.insert([new])
        let four = try await peer.expect("QUEUE_INSERT", in: .media)
        try await peer.reply(to: three, Self.status())
        try await peer.reply(to: four, Self.status())
        _ = try await inserted
        _ = try await again
        await session.connection.close()
    }

    @Test("A QUEUE_CHANGE with the request's id does not complete the request")
    func changeFirst() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        async let removed = media.removeItems([3])
        let request = try await peer.expect("QUEUE_REMOVE", in: .media)
        try await peer.reply(to: request, ["type": "QUEUE_CHANGE", "changeType": "REMOVE", "itemIds": [3]])
        try await peer.reply(to: request, Self.status(["currentTime": 77]))
        #expect(try await removed?.status.currentTime == 77)
        await session.connection.close()
    }

    @Test("Jumps are sent one at a time: the latest target replaces earlier ones, and steps add up")
    func jumps() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        async let first = media.jump(to: 2)
        let one = try await peer.expect("QUEUE_UPDATE", in: .media)
        async let second = #expect(throws: CastError.self) { try await media.jump(to: 3) }
        while await media.jumps.next == nil { await Task.yield() }
        async let third = media.jump(to: 4)
        #expect(await second?.code == .requestReplaced)
        try peer.verify()
        try await peer.reply(to: one, Self.status())
        _ = try await first
        let two = try await peer.expect("QUEUE_UPDATE", in: .media)
        #expect(two.object["currentItemId"] == 4)
        async let step = failure(of: { try await media.next() })
        while await media.jumps.next == nil { await Task.yield() }
        async let another = failure(of: { try await media.next() })
        while await media.jumps.next?.target != .by(2) { await Task.yield() }
        try await peer.reply(to: two, Self.status())
        _ = try await third
        let three = try await peer.expect("QUEUE_UPDATE", in: .media)
        #expect(three.object["jump"] == 2)
        try await peer.reply(to: three, ["type": "INVALID_REQUEST", "reason": "INVALID_PARAMS"])
        #expect(try await step.code == .invalidRequest)
        #expect(try await another.code == .invalidRequest)
        try peer.verify()
        await session.connection.close()
    }

    @Test("The end of the connection fails every jump, including waiting ones")
    func jumpsEnd() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        async let first = #expect(throws: CastError.self) { try await media.jump(to: 2) }
        try await peer.expect("QUEUE_UPDATE", in: .media)
        async let second = #expect(throws: CastError.self) { try await media.jump(to: 3) }
        while await media.jumps.next == nil { await Task.yield() }
        try await peer.close()
        #expect(await first != nil)
        #expect(await second != nil)
    }

    @Test("Ids, items and neighbors are fetched, and a reply of the wrong type is an error")
    func fetching() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [["type": "QUEUE_ITEM_IDS", "itemIds": [1, 2]]] }
        peer.whenever("QUEUE_GET_ITEMS", in: .media) { request in
            [["type": "QUEUE_ITEMS", "items": [["itemId": request.object["itemIds"]?.arrayValue?.first ?? 0]]]]
        }
        #expect(try await media.fetchItemIDs() == [1, 2])
        #expect(try await media.fetchItems([2]).map(\.itemID) == [2])
        async let around = #expect(throws: CastError.self) { try await media.fetchItems(around: 5, next: 2) }
        let request = try await peer.expect("QUEUE_GET_ITEM_RANGE", in: .media)
        #expect(request.object["itemId"] == 5)
        #expect(request.object["nextCount"] == 2)
        try await peer.reply(to: request, Self.status())
        #expect(await around?.code == .invalidResponse)
        await session.connection.close()
    }

    @Test("Precaching returns without waiting for a reply")
    func precache() async throws {
        let (_, session, peer) = try await playing()
        try await session.media.precache("soon", customData: 5)
        let request = try await peer.expect("PRECACHE", in: .media)
        #expect(request.object["precacheData"] == "soon")
        #expect(request.object["customData"] == 5)
        #expect(request.object["mediaSessionId"] == nil)
        await session.connection.close()
    }

    @Test("ADV 16, RMC 17: A deep link alone is loaded without an address, also as a queue without items")
    func entity() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        async let loading = media.load(entity: "https://example.com/e1")
        var request = try await peer.expect("LOAD", in: .media)
        #expect(request.object["media"] == ["entity": "https://example.com/e1"])
        try await peer.reply(to: request, Self.status(session: 2))
        _ = try await loading
        var data = QueueData()
        data.entity = "https://example.com/list"
        async let queue = media.loadQueue(data)
        request = try await peer.expect("LOAD", in: .media)
        #expect(request.object["queueData"] == ["entity": "https://example.com/list"])
        try await peer.reply(to: request, Self.status(session: 3))
        _ = try await queue
        await session.connection.close()
    }

    @Test("ADV 17: The state from STORE_SESSION is sent unchanged in RESUME_SESSION")
    func transfer() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        async let storing = media.storeState()
        var request = try await peer.expect("STORE_SESSION", in: .media)
        #expect(request.object["mediaSessionId"] == 1)
        let state: JSONObject = ["loadRequestData": ["media": ["contentId": "a"], "odd": 1], "customData": ["k": "v"]]
        try await peer.reply(to: request, ["type": "SESSION_STATE", "sessionState": .object(state)])
        let stored = try await storing
        #expect(stored.fields == state)
        async let resuming = media.resumeState(stored)
        request = try await peer.expect("RESUME_SESSION", in: .media)
        #expect(request.object["sessionState"] == .object(state))
        #expect(request.object["mediaSessionId"] == nil)
        try await peer.reply(to: request, Self.status(session: 2))
        #expect(try await resuming.mediaSessionID == 2)
        await session.connection.close()
    }

    @Test("A second load replaces the first, including its wait for playback")
    func secondLoad() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        let film = MediaInformation(contentID: "a", contentType: "video/mp4")
        async let first = #expect(throws: CastError.self) { try await media.load(film, until: .playing()) }
        let one = try await peer.expect("LOAD", in: .media)
        try await peer.reply(to: one, Self.status(["playerState": "BUFFERING"], session: 2))
        while await media.playbackWaits.isEmpty { await Task.yield() }
        async let second = media.load(film, until: .playing())
        let two = try await peer.expect("LOAD", in: .media)
        #expect(await first?.code == .requestReplaced)
        try await peer.reply(to: two, Self.status(session: 3))
        #expect(try await second.mediaSessionID == 3)
        await session.connection.close()
    }

    // MARK: Queues larger than a message

    @Test("A queue larger than a message is loaded from its start item, and the rest is inserted in order")
    func split() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        let items = (0..<100).map { item("i\($0)", bytes: 2000) }
        let inserted = Mailbox<(before: Int?, names: [String])>()
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [["type": "QUEUE_ITEM_IDS", "itemIds": [1, 2, 3]]] }
        peer.whenever("QUEUE_INSERT", in: .media) { request in
            let insertion = QueueInsertRequest(fields: request.object)
            inserted.put((insertion.insertBefore, insertion.items.compactMap(\.media?.contentID)))
            return [Self.status(session: 2)]
        }
        async let loading = media.loadQueue(items, startIndex: 50)
        let request = try await peer.expect("LOAD", in: .media)
        let data = try #require(LoadRequest(fields: request.object).queueData)
        let loaded = (data.items ?? []).compactMap { $0.media?.contentID }
        let start = try #require(data.startIndex)
        #expect(loaded[start] == "i50")
        #expect(start == 1)
        try await peer.reply(to: request, Self.status(session: 2))
        #expect(try await loading.mediaSessionID == 2)
        var before: [String] = []
        var after: [String] = []
        while let batch = inserted.takeNow() {
            if batch.before == nil { after += batch.names } else { before += batch.names }
            #expect(batch.before == nil || batch.before == 1)
        }
        #expect(before + loaded + after == (0..<100).map { "i\($0)" })
        #expect(peer.violations.isEmpty)
        await session.connection.close()
    }

    @Test("An item that is too large for a message is named in the error, and nothing is sent")
    func tooLarge() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        let items = [item("small"), item("huge", bytes: 70_000)]
        for call in [
            { _ = try await media.loadQueue(items) }, { _ = try await media.insert(items) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: CastError.self) { try await call() }
            #expect(error?.code == .messageTooLarge)
            #expect(error?.reason.contains("Item 1 (huge)") == true)
        }
        try peer.verify()
        await session.connection.close()
    }

    @Test("When part of a queue is rejected, the error lists the items that arrived and those that are missing")
    func partial() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        let items = (0..<100).map { item("i\($0)", bytes: 2000) }
        async let loading = failure(of: { try await media.loadQueue(items) })
        let load = try await peer.expect("LOAD", in: .media)
        let count = try #require(LoadRequest(fields: load.object).queueData?.items?.count)
        try await peer.reply(to: load, Self.status(session: 2))
        let first = try await peer.expect("QUEUE_INSERT", in: .media)
        let more = QueueInsertRequest(fields: first.object).items.count
        try await peer.reply(to: first, Self.status(session: 2))
        let second = try await peer.expect("QUEUE_INSERT", in: .media)
        try await peer.reply(to: second, ["type": "INVALID_REQUEST", "reason": "INVALID_PARAMS"])
        let error = try await loading
        #expect(error.code == .queueIncomplete)
        let partial = try #require(error.partialQueue)
        #expect(partial.arrivedCount == count + more)
        #expect(partial.missing == [(count + more)..<100])
        #expect(partial.uncertain == nil)
        #expect((error.cause as? CastError)?.code == .invalidRequest)
        try peer.verify()
        await session.connection.close()
    }

    @Test("When the connection ends while a queue is sent, unanswered items are reported as uncertain")
    func partialLost() async throws {
        let (_, session, peer) = try await playing()
        let media = session.media
        let items = (0..<100).map { item("i\($0)", bytes: 2000) }
        async let inserting = failure(of: { try await media.insert(items) })
        let first = try await peer.expect("QUEUE_INSERT", in: .media)
        let count = QueueInsertRequest(fields: first.object).items.count
        try await peer.reply(to: first, Self.status())
        let second = try await peer.expect("QUEUE_INSERT", in: .media)
        let more = QueueInsertRequest(fields: second.object).items.count
        try await peer.close()
        let lost = try await inserting
        let partial = try #require(lost.partialQueue)
        #expect(partial.arrived == [0..<count])
        #expect(partial.uncertain == count..<(count + more))
        #expect(partial.missing == [(count + more)..<100])
    }

    @Test("Every part of a randomly sized queue fits in a frame, and together the parts are the queue")
    func splits() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...60, using: &generator)
            let sizes = (0..<count).map { _ in Int.random(in: 1...100, using: &generator) }
            let start = Int.random(in: 0..<count, using: &generator)
            let split = QueueSplit(sizes: sizes, start: start, loadRoom: 150, insertRoom: 120)
            #expect(split.load.contains(start))
            #expect(sizes[split.load].reduce(0, +) <= 150)
            let batches = split.preceding + [split.load] + split.following
            #expect(batches.flatMap { Array($0) } == Array(0..<count))
            #expect((split.preceding + split.following).allSatisfy { sizes[$0].reduce(0, +) <= 120 && !$0.isEmpty })
        }
    }
}
