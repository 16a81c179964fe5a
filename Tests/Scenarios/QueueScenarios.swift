// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"

@Suite("A queue on a device", .serialized)
struct QueueScenarios {
    private func item(_ index: Int, bytes: Int = 0) -> QueueItem {
        QueueItem(
            media: MediaInformation(
                contentID: "http://192.0.2.1/\(index).mp4",
                contentType: "video/mp4",
                metadata: MediaMetadata(fields: ["metadataType": 0, "title": .string("Item \(index)")])
            ),
            customData: bytes > 0 ? .string(String(repeating: "x", count: bytes)) : nil
        )
    }

    @Test("1,000 items of 2 kB load, and item 900 is fetched on demand", arguments: Stage.Kind.allCases)
    func large(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            let items = (0..<1000).map { item($0, bytes: 2000) }
            let loaded = try await stage.passing {
                try await media.loadQueue(items, startIndex: 400, until: .playing())
            }
            #expect(loaded.title == "Item 400")
            let queue = try await media.followQueue()
            #expect(try await stage.wait { queue.contents.isCurrent })
            #expect(queue.contents.count == 1000)
            #expect(queue.contents.items.isEmpty)
            let wanted = try await stage.passing { try await queue.item(at: 900) }
            #expect(wanted.media?.metadata?.title == "Item 900")
            #expect(queue.contents.items.count == 1)
            let first = try await stage.passing { try await queue.item(at: 0) }
            #expect(first.media?.metadata?.title == "Item 0")
            let last = try await stage.passing { try await queue.item(at: 999) }
            #expect(last.media?.metadata?.title == "Item 999")
            await connection.close()
        }
    }

    @Test(
        "A queue is listed completely, including the titles of items that no status contains",
        arguments: Stage.Kind.allCases
    )
    func listed(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let items = (0..<30).map { item($0) }
            _ = try await stage.passing { try await session.media.loadQueue(items, until: .playing()) }
            let listing = try await stage.passing { try await session.media.listQueue() }
            #expect(listing.isComplete)
            #expect(listing.items.map { $0.media?.metadata?.title } == (0..<30).map { "Item \($0)" })
            await connection.close()
        }
    }

    @Test(
        "Insert, move, remove, jump, next and repeat mode lead to the same queue on both senders",
        arguments: Stage.Kind.allCases
    )
    func edits(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let first = try await stage.connect()
            let firstSession = try await stage.passing { try await first.launch(defaultMediaReceiver) }
            let media = firstSession.media
            let items = (0..<3).map { item($0) }
            _ = try await stage.passing { try await media.loadQueue(items, until: .playing()) }
            let second = try await stage.connect()
            let secondSession = try await stage.passing { try await second.join(appID: defaultMediaReceiver) }
            let queue = try await secondSession.media.followQueue()
            #expect(try await stage.wait { queue.contents.isCurrent })
            let ids = queue.contents.itemIDs
            #expect(ids.count == 3)

            let more = [item(3), item(4)]
            _ = try await stage.passing { try await media.insert(more, before: ids[1]) }
            #expect(try await stage.wait { queue.contents.count == 5 })
            let inserted = Array(queue.contents.itemIDs[1...2])
            #expect(try await media.fetchItemIDs() == queue.contents.itemIDs)

            _ = try await stage.passing { try await secondSession.media.moveItem(ids[0]) }
            #expect(try await stage.wait { queue.contents.itemIDs == inserted + [ids[1], ids[2], ids[0]] })

            _ = try await stage.passing { try await media.removeItems([inserted[0], ids[2], 4711]) }
            #expect(try await stage.wait { queue.contents.itemIDs == [inserted[1], ids[1], ids[0]] })

            _ = try await stage.passing { try await media.jump(to: inserted[1]) }
            #expect(try await stage.wait { await media.status?.title == "Item 4" })
            _ = try await stage.passing { try await secondSession.media.next() }
            #expect(try await stage.wait { await media.status?.currentItemID == ids[1] })
            _ = try await stage.passing { try await media.setRepeatMode(.all) }
            #expect(await media.status?.repeatMode == .all)
            let neighbours = try await stage.passing {
                try await media.fetchItems(around: ids[1], next: 1, previous: 1)
            }
            #expect(neighbours.map(\.itemID) == [inserted[1], ids[1], ids[0]])
            await first.close()
            await second.close()
        }
    }

    @Test(
        "Items that another sender removes while they are fetched do not appear in the queue",
        arguments: Stage.Kind.allCases
    )
    func changing(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            let items = (0..<60).map { item($0) }
            _ = try await stage.passing { try await media.loadQueue(items, until: .playing()) }
            let queue = try await media.followQueue(cacheSize: 100, fetchLimit: 40)
            #expect(try await stage.wait { queue.contents.isCurrent })
            let ids = queue.contents.itemIDs
            for index in 10..<40 { _ = await queue.cachedItem(at: index) }
            _ = try await stage.passing { try await media.removeItems(Array(ids[15..<20])) }
            let left = Array(ids[10..<15] + ids[20..<40])
            #expect(
                try await stage.wait {
                    let known = queue.contents.items
                    return left.allSatisfy { known[$0] != nil } && queue.contents.count == 55
                }
            )
            #expect(ids[15..<20].allSatisfy { queue.contents.items[$0] == nil })
            await connection.close()
        }
    }

    @Test(
        "S36 A queue that changed while its session was suspended is updated when the session resumes",
        arguments: Stage.Kind.allCases
    )
    func suspended(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let manager = stage.sessionManager()
            let session = try await stage.passing {
                try await manager.start(.application(defaultMediaReceiver), on: CastDevice(at: stage.endpoint))
            }
            let items = (0..<30).map { item($0) }
            _ = try await stage.passing { try await session.media.loadQueue(items, until: .playing()) }
            let queue = try await session.media.followQueue()
            #expect(try await stage.wait { queue.contents.isCurrent })
            let ids = queue.contents.itemIDs
            _ = try await stage.passing { try await queue.item(at: 12) }

            let connection = try await stage.connect()
            let other = try await stage.passing { try await connection.join(appID: defaultMediaReceiver) }
            #expect(await manager.suspend())
            let more = [item(100), item(101)]
            _ = try await stage.passing { try await other.media.insert(more, before: ids[5]) }
            _ = try await stage.passing { try await other.media.removeItems(Array(ids[12...14])) }
            _ = try await stage.passing { try await other.media.jump(to: ids[20]) }
            #expect(queue.contents.itemIDs == ids, "the queue is kept while the session is suspended")

            await manager.resume()
            #expect(try await stage.wait { session.state == .running })
            let left = try await stage.passing { try await other.media.fetchItemIDs() }
            #expect(left.count == 29)
            #expect(try await stage.wait { queue.contents.isCurrent && queue.contents.itemIDs == left })
            #expect(queue.contents.items[ids[12]] == nil)
            #expect(try await stage.wait { await session.media.status?.currentItemID == ids[20] })
            let wanted = try await stage.passing { try await queue.item(at: 6) }
            #expect(wanted.media?.metadata?.title == "Item 101")
            await connection.close()
            try await stage.passing { try await manager.end(.stop) }
            await manager.close()
        }
    }

    @Test("Stopping empties the queue, and the next load fills it again", arguments: Stage.Kind.allCases)
    func stops(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            let queue = try await media.followQueue()
            let three = (0..<3).map { item($0) }
            _ = try await stage.passing { try await media.loadQueue(three, until: .playing()) }
            #expect(try await stage.wait { queue.contents.count == 3 })
            _ = try await stage.passing { try await media.stop() }
            #expect(try await stage.wait { queue.contents.count == 0 })
            let two = (3..<5).map { item($0) }
            _ = try await stage.passing { try await media.loadQueue(two, until: .playing()) }
            #expect(try await stage.wait { queue.contents.count == 2 && queue.contents.isCurrent })
            let wanted = try await stage.passing { try await queue.item(at: 1) }
            #expect(wanted.media?.metadata?.title == "Item 4")
            await connection.close()
        }
    }

    @Test(
        "The next item is preloaded at its preload time, and the status reports it",
        arguments: Stage.Kind.allCases
    )
    func preload(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            var next = item(1)
            next.preloadTime = 10
            let items = [item(0), next]
            _ = try await stage.passing { try await media.loadQueue(items, until: .playing()) }
            let queue = try await media.followQueue()
            #expect(try await stage.wait { queue.contents.isCurrent })
            _ = try await stage.passing { try await media.seek(to: 40) }
            #expect(await media.status?.preloadedItemID == nil)
            _ = try await stage.passing { try await media.seek(to: 52) }
            #expect(try await stage.wait { await media.status?.preloadedItemID == queue.contents.itemIDs[1] })
            await connection.close()
        }
    }

    @Test(
        "Playback continues at its position after storing, stopping and resuming the session state",
        arguments: Stage.Kind.allCases
    )
    func transfer(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            let three = (0..<3).map { item($0) }
            _ = try await stage.passing { try await media.loadQueue(three, startIndex: 1, until: .playing()) }
            _ = try await stage.passing { try await media.seek(to: 20) }
            let state = try await stage.passing { try await media.storeState() }
            _ = try await stage.passing { try await media.stop() }
            let resumed = try await stage.passing { try await media.resumeState(state, until: .playing()) }
            #expect(resumed.title == "Item 1")
            #expect(abs(stage.position(resumed) - 20) < 5)
            #expect(try await stage.passing { try await media.fetchItemIDs() }.count == 3)
            await connection.close()
        }
    }
}
