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

    /// A client on a device that plays a queue, with a queue whose delegate's calls are kept.
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

    /// Answers the next request for items, and gives the ids that it names.
    private func fetch(_ bench: MediaBench) async throws -> [Int] {
        await bench.time.advance(by: .milliseconds(100))
        let request = try await bench.device.expect("QUEUE_GET_ITEMS", in: .media)
        let ids = request.object["itemIds"]?.arrayValue?.compactMap { Int(json: $0) } ?? []
        try await bench.device.reply(to: request, Self.items(ids))
        await bench.settle()
        return ids
    }

    @Test("Q1 the sizes by default and as given")
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

    @Test("Q2 connecting to what plays asks for the ids once")
    func connecting() async throws {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: nil)
        let request = try await bench.device.expect("QUEUE_GET_ITEM_IDS", in: .media)
        await bench.settle()
        try bench.device.verify()
        try await bench.device.reply(to: request, ["type": "QUEUE_ITEM_IDS", "itemIds": [4, 5]])
        #expect(await bench.until { bench.client.mediaQueue.itemCount == 2 })
        await bench.close()
    }

    @Test("Q3, Q4 a new media session asks for the ids, and tells them and the queue")
    func newSession() async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        bench.listener.calls = []
        try await bench.say(MediaBench.status(session: 2, media: MediaBench.film))
        #expect(await bench.until { bench.listener.calls.contains("ids [1, 2]") })
        #expect(await bench.until { delegate.calls.last == "did" })
        #expect(delegate.calls == ["will 2", "reload", "did"])
        #expect(queue.itemCount == 2)
        await bench.close()
    }

    @Test("Q5, Q6, Q9 items are asked for together, after a while, and told when they come")
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

    @Test("Q7 of more than can be fetched at once the newest are")
    func window() async throws {
        let (bench, queue, _) = try await open(Array(1...30))
        for index in 0..<25 { _ = queue.item(at: UInt(index)) }
        await bench.settle()
        #expect(try await fetch(bench) == Array(6...25))
        await bench.close()
    }

    @Test("Q8, Q20 what is under way is not asked for twice; what failed can be asked for again")
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

    @Test("Q10 one item too many drops the one that was used least, and tells of both")
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

    @Test("Q11, Q12 without fetching nothing is asked for, nor outside the queue")
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

    @Test("Q13, Q14, Q15, Q17 changes are told as ranges and indexes")
    func changes() async throws {
        let (bench, queue, delegate) = try await open([1, 2, 3])
        func told(_ message: JSONObject) async throws -> [String] {
            delegate.calls = []
            try await bench.say(message)
            await bench.settle()
            return delegate.calls
        }
        #expect(
            try await told(MediaBench.change("INSERT", [7, 8], before: 2, number: 1)) == [
                "will 3", "insert 1+2", "did",
            ]
        )
        #expect(try await told(MediaBench.change("INSERT", [9], number: 2)) == ["will 5", "insert 5+1", "did"])
        #expect(
            try await told(MediaBench.change("REMOVE", [3, 1], number: 3)) == ["will 6", "remove [0, 4]", "did"]
        )
        #expect((0..<4).map { queue.itemID(at: UInt($0)) } == [7, 8, 2, 9])
        _ = queue.item(at: 3)
        await bench.settle()
        _ = try await fetch(bench)
        #expect(
            try await told(MediaBench.change("ITEMS_CHANGE", [9, 7], number: 4)) == ["will 4", "update [0, 3]", "did"]
        )
        #expect(queue.item(at: 3, fetchIfNeeded: false) == nil)
        #expect(try await told(MediaBench.change("NO_CHANGE", number: 5)).isEmpty)
        #expect(try await told(MediaBench.change("REMOVE", [9], number: 2)).isEmpty)
        #expect(try await told(MediaBench.change("REMOVE", [77], number: 6)).isEmpty)
        #expect(queue.itemCount == 4)
        await bench.close()
    }

    @Test("Q16 another order is a reload that keeps the items")
    func reorder() async throws {
        let (bench, queue, delegate) = try await open([1, 2, 3])
        _ = queue.item(at: 0)
        await bench.settle()
        _ = try await fetch(bench)
        _ = await bench.until { queue.cachedItemCount == 1 }
        delegate.calls = []
        try await bench.say(MediaBench.change("UPDATE", [3, 2, 1], number: 1))
        #expect(await bench.until { delegate.calls == ["will 3", "reload", "did"] })
        #expect(queue.item(at: 2, fetchIfNeeded: false)?.itemID == 1)
        await bench.close()
    }

    @Test("Q18 a gap in the numbers of changes asks for the ids again")
    func gap() async throws {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: nil)
        let queue = bench.client.mediaQueue
        let first = try await bench.device.expect("QUEUE_GET_ITEM_IDS", in: .media)
        try await bench.device.reply(to: first, ["type": "QUEUE_ITEM_IDS", "itemIds": [1], "sequenceNumber": 1])
        #expect(await bench.until { queue.itemCount == 1 })
        try await bench.say(MediaBench.change("INSERT", [2], number: 4))
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
        "Q19 without a media session, and without a connection, the queue is empty, told by one reload",
        arguments: [false, true]
    )
    func ends(_ bySuspension: Bool) async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        if bySuspension {
            bench.client.disconnect(GCKError(code: .networkError), isOver: false)
        } else {
            try await bench.say(MediaBench.nothing)
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

    @Test("Q21 delegates are kept until they are removed, and called once each")
    func delegates() async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        var kept: QueueDelegate? = QueueDelegate()
        weak let weakly = kept
        if let kept { queue.add(kept) }
        queue.add(delegate)
        kept = nil
        #expect(weakly != nil)
        try await bench.say(MediaBench.change("REMOVE", [1], number: 1))
        #expect(await bench.until { weakly?.calls == ["will 2", "remove [0]", "did"] })
        #expect(delegate.calls == ["will 2", "remove [0]", "did"])
        if let there = weakly { queue.remove(there) }
        #expect(weakly == nil)
        await bench.close()
    }

    @Test("A delegate that leaves out every method, and one that clears the queue while it is called")
    func oddDelegates() async throws {
        let (bench, queue, _) = try await open([1, 2])
        let silent = SilentDelegate()
        queue.add(silent)
        let clearing = QueueDelegate()
        clearing.onCall = { call in if call.hasPrefix("remove") { queue.clear() } }
        queue.add(clearing)
        try await bench.say(MediaBench.change("REMOVE", [1], number: 1))
        #expect(await bench.until { clearing.calls.contains("reload") })
        #expect(queue.itemCount == 0)
        await bench.close()
    }

    @Test("Q22 clearing sends nothing and is told at once; the next media session fills the queue")
    func clear() async throws {
        let (bench, queue, delegate) = try await open([1, 2])
        queue.clear()
        #expect(queue.itemCount == 0)
        #expect(delegate.calls == ["will 2", "reload", "did"])
        try await bench.say(MediaBench.change("INSERT", [3], number: 1))
        await bench.settle()
        try bench.device.verify()
        #expect(queue.itemCount == 0)
        #expect(delegate.calls.count == 3)
        try await bench.say(MediaBench.status(session: 2, media: MediaBench.film))
        #expect(await bench.until { queue.itemCount == 2 })
        await bench.close()
    }

    @Test("Q23 reloading drops the items, asks for the ids and keeps them until they come")
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

    @Test("Q24 a limit of 0 fetches one at a time")
    func oneByOne() async throws {
        let (bench, queue, _) = try await open([1, 2, 3], maxFetchCount: 0)
        for index in 0..<3 { _ = queue.item(at: UInt(index)) }
        await bench.settle()
        #expect(try await fetch(bench) == [3])
        await bench.close()
    }

    @Test("Q24 a cache without room ends the program, as the original raises")
    func noCache() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = GCKMediaQueue(remoteMediaClient: GCKRemoteMediaClient(), cacheSize: 0) }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.contains("NSInvalidArgumentException"))
    }

    @Test("Items that anybody's answer or a status tells are taken")
    func fed() async throws {
        let (bench, queue, delegate) = try await open([1, 2, 3])
        try await bench.say(Self.items([2, 3, 99]))
        #expect(await bench.until { delegate.calls == ["will 3", "update [1, 2]", "did"] })
        #expect(queue.item(at: 1, fetchIfNeeded: false)?.mediaInformation.contentID == "m2")
        try await bench.say(MediaBench.status(extra: ["items": [["itemId": 2, "media": ["contentId": "new"]]]]))
        #expect(await bench.until { queue.item(at: 1, fetchIfNeeded: false)?.mediaInformation.contentID == "new" })
        await bench.close()
    }

    @Test("A queue that nobody holds is gone, and its client with it")
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

    private func hear(_ call: String) {
        calls.append(call)
        onCall?(call)
    }

    func mediaQueueWillChange(_ queue: GCKMediaQueue) { hear("will \(queue.itemCount)") }

    func mediaQueueDidReloadItems(_ queue: GCKMediaQueue) { hear("reload") }

    func mediaQueue(_ queue: GCKMediaQueue, didInsertItemsIn range: NSRange) {
        hear("insert \(range.location)+\(range.length)")
    }

    func mediaQueue(_ queue: GCKMediaQueue, didUpdateItemsAtIndexes indexes: [NSNumber]) {
        hear("update \(indexes.map(\.intValue))")
    }

    func mediaQueue(_ queue: GCKMediaQueue, didRemoveItemsAtIndexes indexes: [NSNumber]) {
        hear("remove \(indexes.map(\.intValue))")
    }

    func mediaQueueDidChange(_ queue: GCKMediaQueue) { hear("did") }
}

private final class SilentDelegate: NSObject, GCKMediaQueueDelegate {}
