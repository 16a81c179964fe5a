// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Media queue")
@MainActor
struct MediaQueueTests {
    private static func items(_ ids: [Int]) -> JSONObject {
        [
            "type": "QUEUE_ITEMS",
            "items": .array(ids.map { ["itemId": .integer(Int64($0)), "media": ["contentId": .string("m\($0)")]] }),
        ]
    }

    /// Opens a client of a device with a queue, and the client's queue with a delegate that records its calls.
    private func open(
        _ ids: [Int],
        cacheSize: UInt = 20,
        maxFetchCount: UInt = 20
    ) async throws -> (MediaBench, GCKMediaQueue, QueueDelegate) {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: ids)
        let queue = GCKMediaQueue(remoteMediaClient: bench.client, cacheSize: cacheSize, maxFetchCount: maxFetchCount)
        _ = await bench.until { queue.itemCount == UInt(ids.count) }
        let delegate = QueueDelegate()
        queue.add(delegate)
        return (bench, queue, delegate)
    }

    /// Answers the next request for items. Returns the IDs that it names.
    private func fetch(_ bench: MediaBench) async throws -> [Int] {
        await bench.time.advance(by: .milliseconds(100))
        let request = try await bench.device.expect("QUEUE_GET_ITEMS", in: .media)
        let ids = request.object["itemIds"]?.arrayValue?.compactMap { Int(json: $0) } ?? []
        try await bench.device.reply(to: request, Self.items(ids))
        await bench.settle()
        return ids
    }

    @Test("Q1 sizes have their defaults and can be set")
    func sizes() {
        let client = GCKRemoteMediaClient()
        #expect(client.mediaQueue === client.mediaQueue)
        #expect(client.mediaQueue.cacheSize == 20)
        #expect(GCKMediaQueue(remoteMediaClient: client).cacheSize == 20)
        #expect(GCKMediaQueue(remoteMediaClient: client, cacheSize: 5).cacheSize == 5)
        let queue = GCKMediaQueue(remoteMediaClient: client, cacheSize: .max, maxFetchCount: .max)
        #expect(queue.cacheSize == UInt(Int.max))
        #expect(queue.itemCount == 0 && queue.cachedItemCount == 0)
    }

    @Test("Q2 connecting to running media requests the IDs once")
    func connecting() async throws {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: nil)
        let request = try await bench.device.expect("QUEUE_GET_ITEM_IDS", in: .media)
        await bench.settle()
        try bench.device.verify()
        try await bench.device.reply(to: request, ["type": "QUEUE_ITEM_IDS", "itemIds": [4, 5]])
        #expect(await bench.until { bench.client.mediaQueue.itemCount == 2 })
        await bench.close()
    }

    @Test("Q3, Q4 a new media session requests the IDs and reports them and the queue")
    func newSession() async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        bench.listener.calls = []
        try await bench.send(MediaBench.status(session: 2, media: MediaBench.film))
        #expect(await bench.until { bench.listener.calls.contains("ids [1, 2]") })
        #expect(await bench.until { delegate.calls.last == "did" })
        #expect(delegate.calls == ["will 2", "reload", "did"])
        #expect(queue.itemCount == 2)
        await bench.close()
    }

    @Test("Q5, Q6, Q9 items are requested in batches after a delay, and reported when they arrive")
    func batch() async throws {
        let (bench, queue, delegate) = try await open(Array(1...12))
        for index in 0..<10 { #expect(queue.item(at: UInt(index)) == nil) }
        await bench.settle()
        try bench.device.verify()
        #expect(try await fetch(bench) == Array(1...10))
        #expect(await bench.until { delegate.calls == ["will 12", "update [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "did"] })
        #expect(queue.cachedItemCount == 10)
        let item = try #require(queue.item(at: 3))
        #expect(item.itemID == 4)
        #expect(item.mediaInformation.contentID == "m4")
        #expect(queue.item(at: 3) === item)
        await bench.close()
    }

    @Test("Q7 if more items are requested than one fetch may have, the most recent ones are fetched")
    func window() async throws {
        let (bench, queue, _) = try await open(Array(1...30))
        for index in 0..<25 { _ = queue.item(at: UInt(index)) }
        await bench.settle()
        #expect(try await fetch(bench) == Array(6...25))
        await bench.close()
    }

    @Test("Q8, Q20 an item that is being fetched is not requested twice; a failed one can be requested again")
    func again() async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        _ = queue.item(at: 0)
        await bench.settle()
        await bench.time.advance(by: .milliseconds(100))
        let sent = try await bench.device.expect("QUEUE_GET_ITEMS", in: .media)
        _ = queue.item(at: 0)
        await bench.settle()
        await bench.time.advance(by: .milliseconds(100))
        try bench.device.verify()
        try await bench.device.reply(to: sent, ["type": "INVALID_REQUEST"])
        await bench.settle()
        #expect(delegate.calls.isEmpty)
        #expect(queue.itemCount == 2 && queue.cachedItemCount == 0)
        _ = queue.item(at: 0)
        await bench.settle()
        #expect(try await fetch(bench) == [1])
        #expect(await bench.until { queue.cachedItemCount == 1 })
        await bench.close()
    }

    @Test("Q10 an item above the cache size evicts the least recently used one; both changes are reported")
    func eviction() async throws {
        let (bench, queue, delegate) = try await open([1, 2, 3], cacheSize: 2)
        _ = queue.item(at: 0)
        _ = queue.item(at: 1)
        await bench.settle()
        _ = try await fetch(bench)
        _ = await bench.until { queue.cachedItemCount == 2 }
        _ = queue.item(at: 0)
        delegate.calls = []
        _ = queue.item(at: 2)
        await bench.settle()
        _ = try await fetch(bench)
        #expect(await bench.until { delegate.calls == ["will 3", "update [1, 2]", "did"] })
        #expect(queue.cachedItemCount == 2)
        #expect(queue.item(at: 1, fetchIfNeeded: false) == nil)
        #expect(queue.item(at: 0, fetchIfNeeded: false) != nil)
        await bench.close()
    }

    @Test("Q11, Q12 no items are requested if fetching is disabled, nor indexes outside of the queue")
    func noFetch() async throws {
        let (bench, queue, _) = try await open([1, 2])
        #expect(queue.item(at: 0, fetchIfNeeded: false) == nil)
        for index in [2, 100, UInt.max] {
            #expect(queue.item(at: index) == nil)
            #expect(queue.itemID(at: index) == kGCKMediaQueueInvalidItemID)
        }
        #expect(queue.itemID(at: 1) == 2)
        #expect(queue.indexOfItem(withID: 2) == 1)
        for id in [0, 9, UInt.max] { #expect(queue.indexOfItem(withID: id) == NSNotFound) }
        await bench.settle()
        await bench.time.advance(by: .milliseconds(200))
        try bench.device.verify()
        await bench.close()
    }

    @Test("Q13, Q14, Q15, Q17 changes are reported as ranges and indexes")
    func changes() async throws {
        let (bench, queue, delegate) = try await open([1, 2, 3])
        func calls(_ message: JSONObject) async throws -> [String] {
            delegate.calls = []
            try await bench.send(message)
            await bench.settle()
            return delegate.calls
        }
        #expect(
            try await calls(MediaBench.change("INSERT", [7, 8], before: 2, number: 1)) == [
                "will 3", "insert 1+2", "did",
            ]
        )
        #expect(try await calls(MediaBench.change("INSERT", [9], number: 2)) == ["will 5", "insert 5+1", "did"])
        #expect(
            try await calls(MediaBench.change("REMOVE", [3, 1], number: 3)) == ["will 6", "remove [0, 4]", "did"]
        )
        #expect((0..<4).map { queue.itemID(at: UInt($0)) } == [7, 8, 2, 9])
        _ = queue.item(at: 3)
        await bench.settle()
        _ = try await fetch(bench)
        #expect(
            try await calls(MediaBench.change("ITEMS_CHANGE", [9, 7], number: 4)) == ["will 4", "update [0, 3]", "did"]
        )
        #expect(queue.item(at: 3, fetchIfNeeded: false) == nil)
        #expect(try await calls(MediaBench.change("NO_CHANGE", number: 5)).isEmpty)
        #expect(try await calls(MediaBench.change("REMOVE", [9], number: 2)).isEmpty)
        #expect(try await calls(MediaBench.change("REMOVE", [77], number: 6)).isEmpty)
        #expect(queue.itemCount == 4)
        await bench.close()
    }

    @Test("Q16 a reordered queue is reloaded and keeps its items")
    func reorder() async throws {
        let (bench, queue, delegate) = try await open([1, 2, 3])
        _ = queue.item(at: 0)
        await bench.settle()
        _ = try await fetch(bench)
        _ = await bench.until { queue.cachedItemCount == 1 }
        delegate.calls = []
        try await bench.send(MediaBench.change("UPDATE", [3, 2, 1], number: 1))
        #expect(await bench.until { delegate.calls == ["will 3", "reload", "did"] })
        #expect(queue.item(at: 2, fetchIfNeeded: false)?.itemID == 1)
        await bench.close()
    }

    @Test("Q18 a gap in the sequence numbers requests the IDs again")
    func gap() async throws {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: nil)
        let queue = bench.client.mediaQueue
        let first = try await bench.device.expect("QUEUE_GET_ITEM_IDS", in: .media)
        try await bench.device.reply(to: first, ["type": "QUEUE_ITEM_IDS", "itemIds": [1], "sequenceNumber": 1])
        #expect(await bench.until { queue.itemCount == 1 })
        try await bench.send(MediaBench.change("INSERT", [2], number: 4))
        let second = try await bench.device.expect("QUEUE_GET_ITEM_IDS", in: .media)
        #expect(queue.itemCount == 1)
        try await bench.device.reply(
            to: second,
            ["type": "QUEUE_ITEM_IDS", "itemIds": [1, 9, 2], "sequenceNumber": 4]
        )
        #expect(await bench.until { queue.itemCount == 3 })
        await bench.close()
    }

    @Test(
        "Q19 without a media session or connection the queue is empty, reported as one reload",
        arguments: [false, true]
    )
    func ends(_ bySuspension: Bool) async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        if bySuspension {
            bench.client.disconnect(GCKError(code: .networkError), isOver: false)
        } else {
            try await bench.send(MediaBench.nothing)
            await bench.passEmptyStatusGrace()
        }
        #expect(await bench.until { queue.itemCount == 0 })
        await bench.settle()
        #expect(delegate.calls == ["will 2", "reload", "did"])
        #expect(queue.item(at: 0) == nil)
        if bySuspension {
            bench.client.connect(to: bench.session.media)
            #expect(await bench.until { queue.itemCount == 2 })
            #expect(delegate.calls == ["will 2", "reload", "did", "will 0", "reload", "did"])
        }
        await bench.close()
    }

    @Test("Q21 delegates are retained until they are removed, and called once each")
    func delegates() async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        var retained: QueueDelegate? = QueueDelegate()
        weak let weakDelegate = retained
        if let retained { queue.add(retained) }
        queue.add(delegate)
        retained = nil
        #expect(weakDelegate != nil)
        try await bench.send(MediaBench.change("REMOVE", [1], number: 1))
        #expect(await bench.until { weakDelegate?.calls == ["will 2", "remove [0]", "did"] })
        #expect(delegate.calls == ["will 2", "remove [0]", "did"])
        if let weakDelegate { queue.remove(weakDelegate) }
        #expect(weakDelegate == nil)
        await bench.close()
    }

    @Test("A delegate without methods, and one that clears the queue during a call, are handled")
    func oddDelegates() async throws {
        let (bench, queue, _) = try await open([1, 2])
        let silent = SilentDelegate()
        queue.add(silent)
        let clearing = QueueDelegate()
        clearing.onCall = { call in if call.hasPrefix("remove") { queue.clear() } }
        queue.add(clearing)
        try await bench.send(MediaBench.change("REMOVE", [1], number: 1))
        #expect(await bench.until { clearing.calls.contains("reload") })
        #expect(queue.itemCount == 0)
        await bench.close()
    }

    @Test("Q22 clearing is reported at once and sends nothing; the next media session fills the queue")
    func clear() async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        queue.clear()
        #expect(queue.itemCount == 0)
        #expect(delegate.calls == ["will 2", "reload", "did"])
        try await bench.send(MediaBench.change("INSERT", [3], number: 1))
        await bench.settle()
        try bench.device.verify()
        #expect(queue.itemCount == 0)
        #expect(delegate.calls.count == 3)
        try await bench.send(MediaBench.status(session: 2, media: MediaBench.film))
        #expect(await bench.until { queue.itemCount == 2 })
        await bench.close()
    }

    @Test("Q23 reloading drops the items and requests the IDs; the item count stays until they arrive")
    func reload() async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        _ = queue.item(at: 0)
        await bench.settle()
        _ = try await fetch(bench)
        _ = await bench.until { queue.cachedItemCount == 1 }
        delegate.calls = []
        queue.reload()
        #expect(queue.itemCount == 2 && queue.cachedItemCount == 0)
        #expect(await bench.until { delegate.calls == ["will 2", "reload", "did"] })
        #expect(queue.item(at: 0, fetchIfNeeded: false) == nil)
        await bench.close()
    }

    @Test("Q24 a limit of 0 fetches one item at a time")
    func oneByOne() async throws {
        let (bench, queue, _) = try await open([1, 2, 3], maxFetchCount: 0)
        for index in 0..<3 { _ = queue.item(at: UInt(index)) }
        await bench.settle()
        #expect(try await fetch(bench) == [3])
        await bench.close()
    }

    @Test("Q24 a cache size of 0 ends the program, where the original raises")
    func noCache() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = GCKMediaQueue(remoteMediaClient: GCKRemoteMediaClient(), cacheSize: 0) }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("NSInvalidArgumentException"))
    }

    @Test("Items from statuses and from responses to other senders are stored")
    func itemsFromOtherMessages() async throws {
        let (bench, queue, delegate) = try await open([1, 2, 3])
        try await bench.send(Self.items([2, 3, 99]))
        #expect(await bench.until { delegate.calls == ["will 3", "update [1, 2]", "did"] })
        #expect(queue.item(at: 1, fetchIfNeeded: false)?.mediaInformation.contentID == "m2")
        try await bench.send(MediaBench.status(extra: ["items": [["itemId": 2, "media": ["contentId": "new"]]]]))
        #expect(await bench.until { queue.item(at: 1, fetchIfNeeded: false)?.mediaInformation.contentID == "new" })
        await bench.close()
    }

    @Test("A queue without references is released, and its client with it")
    func lifetime() async throws {
        var client: GCKRemoteMediaClient? = GCKRemoteMediaClient()
        var bench: MediaBench? = try await MediaBench.open(
            MediaBench.playing,
            itemIDs: [1],
            client: try #require(client)
        )
        var queue: GCKMediaQueue? = GCKMediaQueue(remoteMediaClient: try #require(client))
        weak let weakQueue = queue
        weak let weakClient = client
        await bench?.settle()
        queue = nil
        #expect(weakQueue == nil)
        client = nil
        let connection = bench?.session.connection
        bench = nil
        for _ in 0..<100 where weakClient != nil { await Task.yield() }
        #expect(weakClient == nil)
        await connection?.close()
    }
}

@MainActor
private final class QueueDelegate: NSObject, GCKMediaQueueDelegate {
    var calls: [String] = []
    var onCall: ((String) -> Void)?

    private func record(_ call: String) {
        calls.append(call)
        onCall?(call)
    }

    func mediaQueueWillChange(_ queue: GCKMediaQueue) { record("will \(queue.itemCount)") }

    func mediaQueueDidReloadItems(_ queue: GCKMediaQueue) { record("reload") }

    func mediaQueue(_ queue: GCKMediaQueue, didInsertItemsIn range: NSRange) {
        record("insert \(range.location)+\(range.length)")
    }

    func mediaQueue(_ queue: GCKMediaQueue, didUpdateItemsAtIndexes indexes: [NSNumber]) {
        record("update \(indexes.map(\.intValue))")
    }

    func mediaQueue(_ queue: GCKMediaQueue, didRemoveItemsAtIndexes indexes: [NSNumber]) {
        record("remove \(indexes.map(\.intValue))")
    }

    func mediaQueueDidChange(_ queue: GCKMediaQueue) { record("did") }
}

private final class SilentDelegate: NSObject, GCKMediaQueueDelegate {}
