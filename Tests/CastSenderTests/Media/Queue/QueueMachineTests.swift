// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Queue state machine")
struct QueueMachineTests {
    private typealias Action = QueueMachine.Action

    private func snapshot(session: Int = 1, items: [QueueItem] = [], reason: IdleReason? = nil) -> MediaSnapshot {
        var status = MediaStatus(mediaSessionID: session, playerState: reason == nil ? .playing : .idle)
        status.idleReason = reason
        status.items = items.isEmpty ? nil : items
        return MediaSnapshot(
            mediaSessionID: session,
            status: status,
            receivedAt: .at(0),
            playback: PlaybackPosition(at: .at(0))
        )
    }

    private func item(_ id: Int, _ content: String = "film") -> QueueItem {
        QueueItem(media: MediaInformation(contentID: "\(content)-\(id)"), itemID: id)
    }

    private func change(
        _ type: QueueChangeType,
        _ ids: [Int]? = nil,
        before: Int? = nil,
        moved: [Int]? = nil,
        number: Int? = nil
    ) -> QueueChangeMessage {
        QueueChangeMessage(
            changeType: type,
            itemIDs: ids,
            insertBefore: before,
            reorderItemIDs: moved,
            sequenceNumber: number
        )
    }

    /// Returns a queue whose ids have arrived.
    private func queue(_ ids: [Int], cacheSize: Int = 20, fetchLimit: Int = 20, sequence: Int? = 10) -> QueueMachine {
        var configuration = QueueMachine.Configuration()
        configuration.cacheSize = cacheSize
        configuration.fetchLimit = fetchLimit
        var queue = QueueMachine(configuration: configuration)
        #expect(queue.statusReceived(snapshot()) == [.fetchIDs(mediaSessionID: 1, ticket: 1)])
        _ = queue.itemIDsReceived(ids, sequence: sequence, now: .at(0))
        _ = queue.itemIDsAnswered(1, nil, now: .at(0))
        return queue
    }

    private func changes(_ actions: [Action]) -> [MediaQueueChange] {
        actions.flatMap { if case .changed(let changes) = $0 { changes } else { [MediaQueueChange]() } }
    }

    private func fetched(_ actions: [Action]) -> [Int]? {
        actions.lazy.compactMap { if case .fetchItems(let ids, _, _) = $0 { ids } else { nil } }.first
    }

    @Test("MQ 1: Twenty items are cached by default")
    func defaults() {
        #expect(QueueMachine.Configuration().cacheSize == 20)
        #expect(QueueMachine.Configuration().fetchLimit == 20)
    }

    @Test("MQ 2, 3, 4: A new media session fetches the ids once, and they are reported as one reload")
    func ids() {
        var queue = QueueMachine()
        #expect(queue.statusReceived(snapshot()) == [.fetchIDs(mediaSessionID: 1, ticket: 1)])
        #expect(queue.statusReceived(snapshot()).isEmpty)
        #expect(!queue.contents.isCurrent)
        #expect(queue.itemIDsReceived([1, 2, 3], sequence: nil, now: .at(1)) == [.changed([.reloaded])])
        #expect(queue.itemIDsAnswered(1, nil, now: .at(1)).isEmpty)
        #expect(queue.itemIDs == [1, 2, 3])
        #expect(queue.contents.isCurrent)
        #expect(queue.statusReceived(snapshot(session: 2)) == [.fetchIDs(mediaSessionID: 2, ticket: 2)])
        // The old ids remain until the new ones arrive.
        #expect(queue.itemIDs == [1, 2, 3])
        #expect(queue.itemIDsReceived([1], sequence: nil, now: .at(3)) == [.changed([.reloaded])])
    }

    @Test("MQ 5, 6: Ten items requested together are fetched with one request, 50 ms later")
    func batch() {
        var queue = queue(Array(101...150))
        for index in 0..<10 {
            let (item, actions) = queue.item(at: index, now: .at(1))
            #expect(item == nil && actions.isEmpty)
        }
        #expect(queue.nextDeadline == .at(1.05))
        #expect(queue.deadlineReached(now: .at(1.04)).isEmpty)
        #expect(fetched(queue.deadlineReached(now: .at(1.05))) == Array(101...110))
        #expect(queue.nextDeadline == nil)
    }

    @Test("MQ 7: Of 25 requested items, the last 20 are fetched, and the first five fail")
    func window() {
        var queue = queue(Array(1...50))
        var itemsUnavailable: [Action] = []
        for index in 0..<25 { itemsUnavailable += queue.item(at: index, now: .at(1)).actions }
        #expect(itemsUnavailable == (1...5).map { .itemsUnavailable([$0], .replaced) })
        #expect(fetched(queue.deadlineReached(now: .at(2))) == Array(6...25))
    }

    @Test("MQ 8: Items being fetched are not requested again; items requested meanwhile are fetched next")
    func inFlight() throws {
        var queue = queue(Array(1...50))
        _ = queue.item(at: 0, now: .at(1))
        let first = queue.deadlineReached(now: .at(2))
        #expect(fetched(first) == [1])
        guard case .fetchItems(_, _, let ticket) = try #require(first.first) else {
            Issue.record("\(first)")
            return
        }
        _ = queue.item(at: 0, now: .at(2))
        _ = queue.item(at: 1, now: .at(2))
        #expect(queue.deadlineReached(now: .at(3)).isEmpty)
        _ = queue.itemsReceived([item(1)])
        #expect(fetched(queue.itemsAnswered(ticket, nil, now: .at(4))) == [2])
    }

    @Test("MQ 9: Arriving items are reported as updates with ascending indexes")
    func arrive() {
        var queue = queue([5, 3, 9])
        #expect(queue.itemsReceived([item(9), item(5), item(77)]) == [.changed([.updated([0, 2])])])
        #expect(queue.item(at: 0, now: .at(1)).item == item(5))
        #expect(queue.contents.items.keys.sorted() == [5, 9])
    }

    @Test("MQ 10: The 21st item evicts the least recently used one, whose index is reported too")
    func evict() {
        var queue = queue(Array(1...30))
        _ = queue.itemsReceived((1...20).map { item($0) })
        _ = queue.item(at: 0, now: .at(1))
        #expect(queue.itemsReceived([item(25)]) == [.changed([.updated([1, 24])])])
        #expect(queue.item(at: 0, fetch: false, now: .at(1)).item != nil)
        #expect(queue.item(at: 1, fetch: false, now: .at(1)).item == nil)
        #expect(queue.items.count == 20)
    }

    @Test("MQ 11, 12: Reading without fetching sends nothing, and indexes outside the queue return nothing")
    func outside() {
        var queue = queue([1, 2])
        #expect(queue.item(at: 0, fetch: false, now: .at(1)).item == nil)
        #expect(queue.nextDeadline == nil)
        for index in [-1, 2, Int.max] {
            let (item, actions) = queue.item(at: index, now: .at(1))
            #expect(item == nil && actions.isEmpty)
            #expect(queue.contents.itemID(at: index) == nil)
        }
        #expect(queue.contents.index(ofItem: 7) == nil)
        #expect(queue.nextDeadline == nil)
    }

    @Test("MQ 13: Items are inserted before the given item, or at the end if it is missing or unknown")
    func insert() {
        var queue = queue([1, 2, 3])
        #expect(
            changes(queue.changeReceived(change(.insert, [7, 8], before: 2, number: 11))) == [
                .inserted(1..<3)
            ]
        )
        #expect(queue.itemIDs == [1, 7, 8, 2, 3])
        _ = queue.changeReceived(change(.insert, [9], number: 12))
        #expect(
            changes(queue.changeReceived(change(.insert, [10, 1], before: 99, number: 13))) == [
                .inserted(6..<7)
            ]
        )
        #expect(queue.itemIDs == [1, 7, 8, 2, 3, 9, 10])
        #expect(queue.changeReceived(change(.insert, [1, 2], number: 14)).isEmpty)
    }

    @Test("MQ 14: Removals report the previous indexes, ascending")
    func remove() {
        var queue = queue([4, 5, 6, 7])
        _ = queue.itemsReceived([item(7), item(5)])
        #expect(
            changes(queue.changeReceived(change(.remove, [7, 4, 99], number: 11))) == [
                .removed([0, 3])
            ]
        )
        #expect(queue.itemIDs == [5, 6])
        #expect(queue.items.keys.sorted() == [5])
        #expect(queue.changeReceived(change(.remove, [99], number: 12)).isEmpty)
    }

    @Test("MQ 15: Changed items are dropped from the cache and reported")
    func itemsChange() {
        var queue = queue([1, 2, 3])
        _ = queue.itemsReceived([item(1), item(2)])
        #expect(
            changes(queue.changeReceived(change(.itemsChange, [3, 2, 99], number: 11))) == [
                .updated([1, 2])
            ]
        )
        #expect(queue.items.keys.sorted() == [1])
    }

    @Test("MQ 16: A new order is a reload that keeps the cached items")
    func reorder() {
        var queue = queue([1, 2, 3, 4])
        _ = queue.itemsReceived([item(1), item(2)])
        #expect(changes(queue.changeReceived(change(.update, [4, 2, 3, 1], number: 11))) == [.reloaded])
        #expect(queue.itemIDs == [4, 2, 3, 1])
        #expect(queue.items.count == 2)
        #expect(
            changes(queue.changeReceived(change(.update, before: 2, moved: [1, 3], number: 12))) == [
                .reloaded
            ]
        )
        #expect(queue.itemIDs == [4, 1, 3, 2])
    }

    @Test("An update that may list all items or only a part fetches the ids", arguments: [[3, 1], []])
    func unclear(ids: [Int]) {
        var queue = queue([1, 2, 3, 4])
        #expect(
            queue.changeReceived(change(.update, ids, number: 11)) == [
                .fetchIDs(mediaSessionID: 1, ticket: 2)
            ]
        )
        #expect(queue.itemIDs == [1, 2, 3, 4])
    }

    @Test("The unapplied part of an update has the ids of all items, also when the update contains only the moved ids")
    func unappliedUpdate() {
        let queue = queue([1, 2, 3, 4])
        for update in [
            change(.update, [2, 4, 1, 3], number: 11), change(.update, [4, 1], before: 3, number: 11),
            change(.update, before: 3, moved: [4, 1], number: 11),
            change(.update, [2, 4, 1, 3], before: 3, moved: [4, 1], number: 11),
        ] {
            #expect(queue.unappliedChange(in: update)?.itemIDs == [2, 4, 1, 3])
        }
        #expect(queue.unappliedChange(in: change(.update, moved: [2, 1], number: 11))?.itemIDs == [3, 4, 2, 1])
        // The ids are fetched because of it.
        #expect(queue.unappliedChange(in: change(.update, [3, 1], number: 11)) == nil)
    }

    @Test("An update that does not change the order is not reported")
    func unchangedOrder() {
        var queue = queue([1, 2, 3])
        for update in [
            change(.update, [1, 2, 3], number: 11), change(.update, before: 2, moved: [1], number: 12),
            change(.update, [2, 3], before: 9, number: 13),
        ] {
            #expect(queue.unappliedChange(in: update) == nil)
            #expect(queue.changeReceived(update).isEmpty)
        }
        #expect(queue.itemIDs == [1, 2, 3] && queue.isSynced)
    }

    @Test("Half of the items of a queue of maximum size are moved at once")
    func reorderMany() {
        let half = QueueMachine.Configuration().itemLimit / 2
        let (first, second) = (Array(1...half), Array(half + 1...2 * half))
        var queue = queue(first + second)
        _ = queue.changeReceived(change(.update, before: 1, moved: second, number: 11))
        #expect(queue.itemIDs.elementsEqual(second + first))
    }

    @Test("MQ 17: NO_CHANGE, old sequence numbers and other media sessions are ignored")
    func stale() {
        var queue = queue([1, 2, 3])
        #expect(queue.changeReceived(change(.noChange, number: 11)).isEmpty)
        #expect(queue.changeReceived(change(.remove, [1], number: 11)).isEmpty)
        #expect(queue.changeReceived(change(.remove, [1], number: .min)).isEmpty)
        var foreign = change(.remove, [1], number: 12)
        foreign.mediaSessionID = 9
        #expect(queue.changeReceived(foreign).isEmpty)
        #expect(queue.itemIDs == [1, 2, 3])
    }

    @Test(
        "MQ 18: A gap fetches the ids; later changes are contained in them, and an older reply is ignored"
    )
    func gap() {
        var queue = queue([1, 2, 3])
        #expect(
            queue.changeReceived(change(.remove, [1], number: 12)) == [
                .fetchIDs(mediaSessionID: 1, ticket: 2)
            ]
        )
        #expect(queue.changeReceived(change(.insert, [4], number: 13)).isEmpty)
        #expect(queue.itemIDs == [1, 2, 3])
        #expect(queue.itemIDsReceived([2, 3], sequence: 12, now: .at(1)).isEmpty)
        #expect(queue.itemIDsAnswered(2, nil, now: .at(1)).isEmpty)
        #expect(queue.nextDeadline == .at(1.05))
        #expect(queue.deadlineReached(now: .at(1.05)) == [.fetchIDs(mediaSessionID: 1, ticket: 3)])
        #expect(changes(queue.itemIDsReceived([2, 3, 4], sequence: 13, now: .at(1.1))) == [.reloaded])
        #expect(changes(queue.changeReceived(change(.remove, [4], number: 14))) == [.removed([2])])
    }

    @Test("Extreme sequence numbers do not trap")
    func extremeNumbers() {
        var queue = queue([1], sequence: Int.max)
        #expect(queue.changeReceived(change(.remove, [1], number: Int.min)).isEmpty)
        #expect(queue.changeReceived(change(.remove, [1], number: Int.max)).isEmpty)
        var low = self.queue([1], sequence: Int.min)
        let actions = low.changeReceived(change(.remove, [1], number: Int.max))
        #expect(actions == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
    }

    @Test("MQ 19: The end of the media session empties the queue with one reload", arguments: [true, false])
    func ends(withStatus: Bool) {
        var queue = queue([1, 2])
        _ = queue.itemsReceived([item(1)])
        let status = withStatus ? snapshot(reason: .cancelled) : nil
        #expect(queue.statusReceived(status) == [.changed([.reloaded])])
        #expect(queue.contents == MediaQueueContents())
        #expect(queue.statusReceived(status).isEmpty)
    }

    @Test("MQ 20: A failed fetch keeps the queue, is reported, and can be retried")
    func fails() {
        var queue = queue([1, 2])
        let error = CastError(.requestTimedOut, "no answer")
        _ = queue.item(at: 0, now: .at(1))
        _ = queue.deadlineReached(now: .at(2))
        #expect(
            queue.itemsAnswered(2, error, now: .at(12)) == [
                .itemsUnavailable([1], .failed(error)), .changed([.failed(itemIDs: [1], error)]),
            ]
        )
        _ = queue.item(at: 0, now: .at(13))
        #expect(fetched(queue.deadlineReached(now: .at(14))) == [1])
    }

    @Test("Fetching the ids is retried three times after a timeout; a rejection is reported at once")
    func idsFail() {
        var queue = QueueMachine()
        let timeout = CastError(.requestTimedOut, "no answer")
        _ = queue.statusReceived(snapshot())
        for ticket in 1...3 {
            let now = Double(ticket) * 20
            #expect(queue.itemIDsAnswered(ticket, timeout, now: .at(now)).isEmpty)
            #expect(queue.nextDeadline == .at(now + 5))
            #expect(queue.deadlineReached(now: .at(now + 5)) == [.fetchIDs(mediaSessionID: 1, ticket: ticket + 1)])
        }
        #expect(changes(queue.itemIDsAnswered(4, timeout, now: .at(100))) == [.failed(itemIDs: [], timeout)])
        #expect(queue.nextDeadline == nil)
        // The next request has all retries again.
        #expect(queue.reload() == [.fetchIDs(mediaSessionID: 1, ticket: 5)])
        #expect(queue.itemIDsAnswered(5, timeout, now: .at(200)).isEmpty)
        #expect(queue.nextDeadline == .at(205))
        var refused = self.queue([1])
        let refusal = CastError(.notSupported, "no")
        _ = refused.reload()
        #expect(changes(refused.itemIDsAnswered(2, refusal, now: .at(1))) == [.failed(itemIDs: [], refusal)])
        #expect(refused.itemIDs == [1])
    }

    @Test("A receiver that does not list its ids has the queue of its statuses")
    func unsupportedIDs() {
        var refused = QueueMachine()
        _ = refused.statusReceived(snapshot(items: [item(1), item(2)]))
        let refusal = CastError(.invalidRequest, "no")
        #expect(changes(refused.itemIDsAnswered(1, refusal, now: .at(1))).first == .reloaded)
        #expect(refused.itemIDs == [1, 2] && refused.isSynced)
        #expect(refused.items[2] == item(2))
        _ = refused.statusReceived(snapshot(items: [item(1), item(2), item(3)]))
        #expect(refused.itemIDs == [1, 2, 3], "an insertion is visible only in the statuses")

        var silent = QueueMachine()
        _ = silent.statusReceived(snapshot(items: [item(1), item(2)]))
        _ = silent.itemIDsAnswered(1, CastError(.requestTimedOut, "no answer"), now: .at(10))
        #expect(silent.itemIDs == [1, 2] && !silent.isSynced, "the ids may still arrive")
        #expect(silent.nextDeadline == .at(15))
    }

    @Test("The queue of the statuses is current only when no list of ids is requested")
    func reportedWhileFetching() {
        var queue = QueueMachine()
        _ = queue.statusReceived(snapshot(items: [item(1), item(2)]))
        _ = queue.itemIDsAnswered(1, CastError(.requestTimedOut, "no answer"), now: .at(10))
        #expect(queue.deadlineReached(now: .at(15)) == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
        _ = queue.statusReceived(snapshot(items: [item(1), item(2), item(3)]))
        #expect(queue.itemIDs == [1, 2, 3])
        #expect(!queue.isSynced, "the ids may still arrive")
        _ = queue.itemIDsAnswered(2, CastError(.invalidRequest, "no"), now: .at(16))
        #expect(queue.itemIDs == [1, 2, 3])
        #expect(queue.isSynced)
    }

    @Test("After a rejected batch, all items that exist are fetched")
    func bisect() {
        var queue = queue(Array(1...8))
        let refusal = CastError(.invalidRequest, "no")
        for index in 0..<8 { _ = queue.item(at: index, now: .at(1)) }
        var actions = queue.deadlineReached(now: .at(2))
        var fetchCount = 0
        var lost: [Int] = []
        while let next = actions.compactMap({ action -> ([Int], Int)? in
            if case .fetchItems(let ids, _, let ticket) = action { (ids, ticket) } else { nil }
        }).first {
            fetchCount += 1
            if next.0.contains(6) {
                actions = queue.itemsAnswered(next.1, refusal, now: .at(3))
            } else {
                _ = queue.itemsReceived(next.0.map { item($0) })
                actions = queue.itemsAnswered(next.1, nil, now: .at(3))
            }
            for case .itemsUnavailable(let ids, _) in actions { lost += ids }
        }
        #expect(queue.items.keys.sorted() == [1, 2, 3, 4, 5, 7, 8])
        #expect(lost == [6])
        #expect(fetchCount == 7)
    }

    @Test("Items missing from a reply are requested again while other items arrive, then reported as missing")
    func leftOut() {
        var queue = queue([1, 2, 3])
        for index in 0..<3 { _ = queue.item(at: index, now: .at(1)) }
        _ = queue.deadlineReached(now: .at(2))
        _ = queue.itemsReceived([item(2)])
        #expect(queue.itemsAnswered(2, nil, now: .at(2)) == [.fetchItems([1, 3], mediaSessionID: 1, ticket: 3)])
        #expect(queue.itemsAnswered(3, nil, now: .at(2)) == [.itemsUnavailable([1, 3], .missing)])
        #expect(queue.nextDeadline == nil)
    }

    @Test("An item that is removed while it is fetched is not stored")
    func removedInFlight() {
        var queue = queue([1, 2, 3])
        _ = queue.item(at: 0, now: .at(1))
        _ = queue.item(at: 1, now: .at(1))
        _ = queue.deadlineReached(now: .at(2))
        _ = queue.changeReceived(change(.remove, [1], number: 11))
        #expect(queue.itemsReceived([item(1), item(2)]) == [.changed([.updated([0])])])
        #expect(queue.itemsAnswered(2, nil, now: .at(2)) == [.itemsUnavailable([1], .missing)])
        #expect(queue.items.keys.sorted() == [2])
    }

    @Test("MQ 22: Clearing sends nothing, and changes are ignored until the ids are fetched again")
    func clear() {
        var queue = queue([1, 2])
        #expect(queue.clear() == [.changed([.reloaded])])
        #expect(queue.contents.count == 0)
        #expect(queue.changeReceived(change(.insert, [3], number: 11)).isEmpty)
        #expect(queue.statusReceived(snapshot(items: [item(2)])).isEmpty)
        #expect(queue.reload() == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
        _ = queue.itemIDsReceived([1, 2, 3], sequence: 11, now: .at(1))
        #expect(queue.itemIDs == [1, 2, 3])
    }

    @Test("MQ 22: A cleared queue stays empty when lists of ids arrive and when the connection is restored")
    func clearedStaysEmpty() {
        var queue = queue([1, 2])
        _ = queue.reload()
        _ = queue.clear()
        // The reply to the request that was in flight, and a list that another sender requested.
        #expect(queue.itemIDsReceived([1, 2], sequence: 10, now: .at(1)).isEmpty)
        #expect(queue.itemIDsAnswered(2, nil, now: .at(1)).isEmpty)
        #expect(queue.itemIDsReceived([1, 2, 3], sequence: 11, now: .at(2)).isEmpty)
        _ = queue.suspended(CastError(.connectionClosed, "gone"))
        #expect(queue.statusReceived(snapshot(items: [item(2)])).isEmpty)
        #expect(queue.itemIDs.isEmpty && !queue.isSynced)
        #expect(queue.reload() == [.fetchIDs(mediaSessionID: 1, ticket: 3)])
        _ = queue.itemIDsReceived([1, 2, 3], sequence: 11, now: .at(3))
        #expect(queue.itemIDs == [1, 2, 3] && queue.isSynced)
    }

    @Test("MQ 3, 22: A new media session fills a cleared queue, and its changes count")
    func clearedThenReplaced() {
        var queue = queue([1, 2])
        _ = queue.clear()
        #expect(queue.statusReceived(snapshot(session: 2)) == [.fetchIDs(mediaSessionID: 2, ticket: 2)])
        #expect(queue.changeReceived(change(.insert, [9], number: 5)).isEmpty)
        // The list is older than the change.
        #expect(queue.itemIDsReceived([7], sequence: 4, now: .at(1)).isEmpty)
        #expect(queue.itemIDsAnswered(2, nil, now: .at(1)).isEmpty)
        #expect(queue.deadlineReached(now: .at(1.05)) == [.fetchIDs(mediaSessionID: 2, ticket: 3)])
        #expect(queue.itemIDsReceived([7, 9], sequence: 5, now: .at(1.1)) == [.changed([.reloaded])])
        #expect(queue.itemIDs == [7, 9] && queue.isSynced)
    }

    @Test("MQ 23: A reload drops the items, keeps the ids until the reply, and is reported even without a difference")
    func reload() {
        var queue = queue([1, 2])
        _ = queue.itemsReceived([item(1)])
        #expect(queue.reload() == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
        #expect(queue.items.isEmpty)
        #expect(queue.itemIDs == [1, 2])
        #expect(queue.itemIDsReceived([1, 2], sequence: 10, now: .at(1)) == [.changed([.reloaded])])
    }

    @Test("MQ 24: a fetch limit of 0 behaves as 1")
    func limits() {
        var queue = queue([1, 2], fetchLimit: 0)
        _ = queue.item(at: 0, now: .at(1))
        #expect(queue.item(at: 1, now: .at(1)).actions == [.itemsUnavailable([1], .replaced)])
        #expect(fetched(queue.deadlineReached(now: .at(2))) == [2])
    }

    @Test("Items in a status update cached items, and one without media keeps its media")
    func statusItems() {
        var queue = queue([1, 2, 3])
        _ = queue.itemsReceived([item(1), item(2)])
        let newer = item(2, "other")
        #expect(
            queue.statusReceived(snapshot(items: [QueueItem(itemID: 1), newer, item(3)])) == [
                .changed([.updated([1])])
            ]
        )
        #expect(queue.items[1] == item(1))
        #expect(queue.items[2] == newer)
        #expect(queue.items[3] == nil)
    }

    @Test("With a receiver that reports no changes, an unknown item in a status fetches the ids once")
    func oldReceiver() {
        var queue = queue([1, 2], sequence: nil)
        let status = snapshot(items: [item(2), item(3)])
        #expect(queue.statusReceived(status) == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
        _ = queue.itemIDsReceived([1, 2], sequence: nil, now: .at(1))
        _ = queue.itemIDsAnswered(2, nil, now: .at(1))
        #expect(queue.statusReceived(status).isEmpty)
    }

    @Test("A lost connection keeps the queue; afterward its ids, and items with other sequence numbers, are updated")
    func suspension() {
        for (number, isKept) in [(10, true), (11, false), (nil, false)] {
            var queue = queue([1, 2, 3])
            _ = queue.itemsReceived([item(1)])
            _ = queue.item(at: 1, now: .at(1))
            let error = CastError(.connectionClosed, "gone")
            #expect(queue.suspended(error) == [.itemsUnavailable([2], .failed(error))])
            #expect(queue.itemIDs == [1, 2, 3])
            #expect(queue.items.count == 1)
            #expect(queue.item(at: 1, now: .at(2)).actions.isEmpty)
            #expect(queue.nextDeadline == nil)
            #expect(queue.statusReceived(snapshot()) == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
            let actions = queue.itemIDsReceived([1, 2, 3], sequence: number, now: .at(60))
            #expect(changes(actions) == (isKept ? [] : [.updated([0])]))
            #expect(queue.items.isEmpty == !isKept)
            #expect(queue.contents.isCurrent)
        }
    }

    @Test("After a lost connection, another media session, or none, replaces the queue")
    func suspensionEnds() {
        var queue = queue([1, 2, 3])
        _ = queue.suspended(CastError(.connectionClosed, "gone"))
        #expect(queue.statusReceived(nil) == [.changed([.reloaded])])
        #expect(queue.itemIDs.isEmpty)
    }

    @Test("The number of items of a queue is limited")
    func flood() {
        var configuration = QueueMachine.Configuration()
        configuration.itemLimit = 100
        var queue = QueueMachine(configuration: configuration)
        _ = queue.statusReceived(snapshot())
        _ = queue.itemIDsReceived(Array(1...500), sequence: 1, now: .at(0))
        #expect(queue.itemIDs.count == 100)
        for step in 2...50 {
            _ = queue.changeReceived(change(.insert, [1000 + step], number: step))
        }
        #expect(queue.itemIDs.count == 100)
    }
}
