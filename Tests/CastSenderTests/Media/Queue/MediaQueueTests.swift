// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastSender

@Suite("Following a queue")
struct MediaQueueTests {
    private static func status(_ session: Int = 1, state: String = "PLAYING") -> JSONObject {
        [
            "type": "MEDIA_STATUS",
            "status": [["mediaSessionId": .integer(Int64(session)), "playerState": .string(state)]],
        ]
    }

    private static func ids(_ ids: ClosedRange<Int>, number: Int = 1) -> JSONObject {
        QueueItemIDsMessage(itemIDs: Array(ids), sequenceNumber: number).fields
    }

    private static func items(_ request: ScriptedRequest) -> JSONObject {
        let ids = QueueGetItemsRequest(fields: request.object).itemIDs
        return QueueItemsMessage(items: ids.map { QueueItem(media: MediaInformation(contentID: "\($0)"), itemID: $0) })
            .fields
    }

    private func playing() async throws -> (model: ModelDevice, session: CastSession, peer: ScriptedConnection) {
        let model = try await ModelDevice()
        let (_, session, peer) = try await model.connectAndJoin(media: Self.status())
        return (model, session, peer)
    }

    @Test("MQ 2, 5: Following a queue fetches the ids; an item is fetched 50 ms after it is first requested")
    func lazy() async throws {
        let (model, session, peer) = try await playing()
        let queue = try await session.media.followQueue()
        var updates = queue.updates.makeAsyncIterator()
        let request = try await peer.expect("QUEUE_GET_ITEM_IDS", in: .media)
        #expect(request.object["mediaSessionId"] == 1)
        try await peer.reply(to: request, Self.ids(1...1000))
        #expect(await updates.next()?.changes == [.reloaded])
        #expect(queue.contents.count == 1000)
        #expect(queue.contents.isCurrent)

        async let item = queue.item(at: 900)
        async let neighbour = queue.item(at: 901)
        await model.time.advance(by: .milliseconds(30))
        try peer.verify()
        await model.time.advance(by: .milliseconds(30))
        let fetch = try await peer.expect("QUEUE_GET_ITEMS", in: .media)
        #expect(Set(QueueGetItemsRequest(fields: fetch.object).itemIDs) == [901, 902])
        try await peer.reply(to: fetch, Self.items(fetch))
        #expect(try await item.itemID == 901)
        #expect(try await neighbour.itemID == 902)
        #expect(queue.contents.item(at: 900)?.media?.contentID == "901")
        // The item is cached, so nothing is sent.
        #expect(try await queue.item(at: 900).itemID == 901)
        try peer.verify()
        await session.connection.close()
    }

    @Test("An item can be requested before the ids have arrived")
    func early() async throws {
        let (model, session, peer) = try await playing()
        peer.whenever("QUEUE_GET_ITEMS", in: .media) { [Self.items($0)] }
        let queue = try await session.media.followQueue()
        let request = try await peer.expect("QUEUE_GET_ITEM_IDS", in: .media)
        async let item = queue.item(at: 2)
        async let outside = failure(of: { try await queue.item(at: 3) })
        await model.time.settle()
        try await peer.reply(to: request, Self.ids(7...9))
        #expect(await model.time.advance(within: .seconds(1)) { !queue.contents.items.isEmpty })
        #expect(try await item.itemID == 9)
        #expect(try await outside.code == .itemNotFound)
        await session.connection.close()
    }

    @Test("A request for an item that does not exist fails, and other items are fetched")
    func missing() async throws {
        let (model, session, peer) = try await playing()
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [Self.ids(1...5)] }
        peer.whenever("QUEUE_GET_ITEMS", in: .media) { request in
            let ids = QueueGetItemsRequest(fields: request.object).itemIDs
            if ids.contains(3) { return [["type": "INVALID_REQUEST", "reason": "INVALID_PARAMS"]] }
            return [Self.items(request)]
        }
        let queue = try await session.media.followQueue()
        async let good = queue.item(at: 1)
        async let bad = failure(of: { try await queue.item(at: 2) })
        #expect(await model.time.advance(within: .seconds(2)) { queue.contents.items[2] != nil })
        #expect(try await good.itemID == 2)
        #expect(try await bad.code == .invalidRequest)
        await session.connection.close()
    }

    @Test("A QUEUE_CHANGE with the smallest sequence number does not trap")
    func smallestSequenceNumber() async throws {
        let (model, session, peer) = try await playing()
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [Self.ids(1...5, number: 4)] }
        let queue = try await session.media.followQueue()
        #expect(await model.time.advance(within: .seconds(1)) { queue.contents.isCurrent })
        let change = QueueChangeMessage(changeType: .insert, itemIDs: [9], sequenceNumber: .min)
        try await peer.send(change.fields, in: .media, from: "web-1")
        peer.whenever("GET_STATUS", in: .media) { _ in [Self.status()] }
        #expect(try await session.media.refreshStatus()?.mediaSessionID == 1)
        #expect(queue.contents.itemIDs == [1, 2, 3, 4, 5])
        await session.connection.close()
    }

    @Test("An item that is removed while it is fetched is reported as not found")
    func removed() async throws {
        let (model, session, peer) = try await playing()
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [Self.ids(1...5, number: 4)] }
        let queue = try await session.media.followQueue()
        #expect(await model.time.advance(within: .seconds(1)) { queue.contents.isCurrent })
        async let gone = failure(of: { try await queue.item(at: 0) })
        await model.time.advance(by: .milliseconds(100))
        let request = try await peer.expect("QUEUE_GET_ITEMS", in: .media)
        let change = QueueChangeMessage(changeType: .remove, itemIDs: [1], sequenceNumber: 5)
        try await peer.send(change.fields, in: .media, from: "web-1")
        try await peer.reply(to: request, QueueItemsMessage(items: []).fields)
        #expect(try await gone.code == .itemNotFound)
        #expect(queue.contents.itemIDs == [2, 3, 4, 5])
        await session.connection.close()
    }

    @Test("Canceling a request for an item fails it at once, and the item is still stored")
    func cancelled() async throws {
        let (model, session, peer) = try await playing()
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [Self.ids(1...5)] }
        let queue = try await session.media.followQueue()
        #expect(await model.time.advance(within: .seconds(1)) { queue.contents.isCurrent })
        let reader = Task { try await queue.item(at: 0) }
        await model.time.advance(by: .milliseconds(100))
        let request = try await peer.expect("QUEUE_GET_ITEMS", in: .media)
        reader.cancel()
        let error = await #expect(throws: CastError.self) { try await reader.value }
        #expect(error?.code == .requestCancelled)
        try await peer.reply(to: request, Self.items(request))
        #expect(await model.time.advance(within: .seconds(1)) { queue.contents.items[1] != nil })
        await session.connection.close()
    }

    @Test("MQ 10, 21: Each follower has its own cache; a released follower sends no requests")
    func several() async throws {
        let (model, session, peer) = try await playing()
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [Self.ids(1...9)] }
        peer.whenever("QUEUE_GET_ITEMS", in: .media) { [Self.items($0)] }
        let large = try await session.media.followQueue()
        let small = try await session.media.followQueue(cacheSize: 2, fetchLimit: 5)
        _ = try await session.media.followQueue()
        #expect(await model.time.advance(within: .seconds(1)) { small.contents.isCurrent && large.contents.isCurrent })
        for index in 0..<5 { _ = await small.cachedItem(at: index) }
        #expect(await model.time.advance(within: .seconds(1)) { large.contents.items.count == 5 })
        #expect(small.contents.items.keys.sorted() == [4, 5])
        await session.connection.close()
    }

    @Test("The end of the session fails pending requests and ends the streams")
    func ends() async throws {
        let (model, session, peer) = try await playing()
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [Self.ids(1...9)] }
        let queue = try await session.media.followQueue()
        #expect(await model.time.advance(within: .seconds(1)) { queue.contents.isCurrent })
        var updates = queue.updates.makeAsyncIterator()
        async let waiting = failure(of: { try await queue.item(at: 0) })
        await model.time.settle()
        try await peer.close()
        _ = try await waiting
        #expect(await updates.next()?.changes == [.reloaded])
        #expect(await updates.next() == nil)
        #expect(queue.contents.count == 0)
        let late = await #expect(throws: CastError.self) { try await queue.item(at: 0) }
        #expect(late?.code == .itemNotFound)
    }

    @Test("A suspended session keeps its queue and updates it when resumed")
    func suspended() async throws {
        let (model, session, peer) = try await playing()
        peer.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [Self.ids(1...9, number: 3)] }
        peer.whenever("QUEUE_GET_ITEMS", in: .media) { [Self.items($0)] }
        let queue = try await session.media.followQueue()
        async let first = queue.item(at: 0)
        #expect(await model.time.advance(within: .seconds(1)) { !queue.contents.items.isEmpty })
        _ = try await first
        await session.suspendOnLoss()
        try await peer.close()
        #expect(await model.time.advance(within: .seconds(1)) { !queue.contents.isCurrent })
        #expect(queue.contents.count == 9)
        #expect(queue.contents.items.count == 1)
        let error = await #expect(throws: CastError.self) { try await queue.item(at: 1) }
        #expect(error?.code == .connectionClosed)

        let (connection, again) = try await model.connect(status: ModelDevice.running)
        again.whenever("QUEUE_GET_ITEM_IDS", in: .media) { _ in [Self.ids(1...10, number: 4)] }
        again.whenever("GET_STATUS", in: .media) { _ in [Self.status()] }
        let application = try #require(await connection.status.runningApplication)
        again.whenever("GET_STATUS", in: .receiver) { _ in [ModelDevice.running] }
        _ = try await connection.rejoin(application, session) { _, _ in }
        await session.resumed(application)
        #expect(await model.time.advance(within: .seconds(1)) { queue.contents.isCurrent })
        #expect(queue.contents.count == 10)
        #expect(session.state == .running)
        await connection.close()
    }
}

extension CastSession {
    /// Sets a loss handler, so that the session is suspended instead of ended when its connection is lost.
    fileprivate func suspendOnLoss() { lossHandler = { _, _ in } }
}
