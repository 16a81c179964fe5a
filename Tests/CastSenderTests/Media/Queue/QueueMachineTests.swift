import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Queue of a device")
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

    /// A queue whose ids have come.
    private func queue(_ ids: [Int], cacheSize: Int = 20, fetchLimit: Int = 20, sequence: Int? = 10) -> QueueMachine {
        var configuration = QueueMachine.Configuration()
        configuration.cacheSize = cacheSize
        configuration.fetchLimit = fetchLimit
        var queue = QueueMachine(configuration: configuration)
        #expect(queue.statusReceived(snapshot(), now: .at(0)) == [.fetchIDs(mediaSessionID: 1, ticket: 1)])
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

    @Test("MQ 1: twenty items are kept when nothing else is said")
    func defaults() {
        #expect(QueueMachine.Configuration().cacheSize == 20)
        #expect(QueueMachine.Configuration().fetchLimit == 20)
    }

    @Test("MQ 2, 3, 4: a media session that is new asks for the ids once, and they come as one reload")
    func ids() {
        var queue = QueueMachine()
        #expect(queue.statusReceived(snapshot(), now: .at(0)) == [.fetchIDs(mediaSessionID: 1, ticket: 1)])
        #expect(queue.statusReceived(snapshot(), now: .at(1)).isEmpty)
        #expect(!queue.contents.isCurrent)
        #expect(queue.itemIDsReceived([1, 2, 3], sequence: nil, now: .at(1)) == [.changed([.reloaded])])
        #expect(queue.itemIDsAnswered(1, nil, now: .at(1)).isEmpty)
        #expect(queue.itemIDs == [1, 2, 3])
        #expect(queue.contents.isCurrent)
        #expect(queue.statusReceived(snapshot(session: 2), now: .at(2)) == [.fetchIDs(mediaSessionID: 2, ticket: 2)])
        // The list does not flash empty.
        #expect(queue.itemIDs == [1, 2, 3])
        #expect(queue.itemIDsReceived([1], sequence: nil, now: .at(3)) == [.changed([.reloaded])])
    }

    @Test("MQ 5, 6: ten items asked for in one turn are fetched by one request, 50 ms later")
    func batch() {
        var queue = queue(Array(101...150))
        for index in 0..<10 {
            let (item, actions) = queue.item(at: index, now: .at(1))
            #expect(item == nil && actions.isEmpty)
        }
        #expect(queue.alarm == .at(1.05))
        #expect(queue.alarmRang(now: .at(1.04)).isEmpty)
        #expect(fetched(queue.alarmRang(now: .at(1.05))) == Array(101...110))
        #expect(queue.alarm == nil)
    }

    @Test("MQ 7: of 25 items asked for, the last 20 are fetched, and the first five are told so")
    func window() {
        var queue = queue(Array(1...50))
        var gaveUp: [Action] = []
        for index in 0..<25 { gaveUp += queue.item(at: index, now: .at(1)).actions }
        #expect(gaveUp == (1...5).map { .gaveUp([$0], .replaced) })
        #expect(fetched(queue.alarmRang(now: .at(2))) == Array(6...25))
    }

    @Test("MQ 8: what is on its way is not asked for again; what is asked for meanwhile follows")
    func inFlight() throws {
        var queue = queue(Array(1...50))
        _ = queue.item(at: 0, now: .at(1))
        let first = queue.alarmRang(now: .at(2))
        #expect(fetched(first) == [1])
        guard case .fetchItems(_, _, let ticket) = try #require(first.first) else { return }
        _ = queue.item(at: 0, now: .at(2))
        _ = queue.item(at: 1, now: .at(2))
        #expect(queue.alarmRang(now: .at(3)).isEmpty)
        _ = queue.itemsReceived([item(1)])
        #expect(fetched(queue.itemsAnswered(ticket, nil, now: .at(4))) == [2])
    }

    @Test("MQ 9: items that come are updates with ascending indexes")
    func arrive() {
        var queue = queue([5, 3, 9])
        #expect(queue.itemsReceived([item(9), item(5), item(77)]) == [.changed([.updated([0, 2])])])
        #expect(queue.item(at: 0, now: .at(1)).item == item(5))
        #expect(queue.contents.items.keys.sorted() == [5, 9])
    }

    @Test("MQ 10: the 21st item pushes out the one least recently used, whose index is told too")
    func evict() {
        var queue = queue(Array(1...30))
        _ = queue.itemsReceived((1...20).map { item($0) })
        _ = queue.item(at: 0, now: .at(1))
        #expect(queue.itemsReceived([item(25)]) == [.changed([.updated([1, 24])])])
        #expect(queue.item(at: 0, fetch: false, now: .at(1)).item != nil)
        #expect(queue.item(at: 1, fetch: false, now: .at(1)).item == nil)
        #expect(queue.items.count == 20)
    }

    @Test("MQ 11, 12: looking without fetching sends nothing, and outside the queue is nothing")
    func outside() {
        var queue = queue([1, 2])
        #expect(queue.item(at: 0, fetch: false, now: .at(1)).item == nil)
        #expect(queue.alarm == nil)
        for index in [-1, 2, Int.max] {
            let (item, actions) = queue.item(at: index, now: .at(1))
            #expect(item == nil && actions.isEmpty)
            #expect(queue.contents.itemID(at: index) == nil)
        }
        #expect(queue.contents.index(ofItem: 7) == nil)
        #expect(queue.alarm == nil)
    }

    @Test("MQ 13: insertions before an item, and at the end where none or an unknown one is named")
    func insert() {
        var queue = queue([1, 2, 3])
        #expect(
            changes(queue.changeReceived(change(.insert, [7, 8], before: 2, number: 11), now: .at(1))) == [
                .inserted(1..<3)
            ]
        )
        #expect(queue.itemIDs == [1, 7, 8, 2, 3])
        _ = queue.changeReceived(change(.insert, [9], number: 12), now: .at(1))
        #expect(
            changes(queue.changeReceived(change(.insert, [10, 1], before: 99, number: 13), now: .at(1))) == [
                .inserted(6..<7)
            ]
        )
        #expect(queue.itemIDs == [1, 7, 8, 2, 3, 9, 10])
        #expect(queue.changeReceived(change(.insert, [1, 2], number: 14), now: .at(1)).isEmpty)
    }

    @Test("MQ 14: removals tell the indexes from before, ascending")
    func remove() {
        var queue = queue([4, 5, 6, 7])
        _ = queue.itemsReceived([item(7), item(5)])
        #expect(
            changes(queue.changeReceived(change(.remove, [7, 4, 99], number: 11), now: .at(1))) == [
                .removed([0, 3])
            ]
        )
        #expect(queue.itemIDs == [5, 6])
        #expect(queue.items.keys.sorted() == [5])
        #expect(queue.changeReceived(change(.remove, [99], number: 12), now: .at(1)).isEmpty)
    }

    @Test("MQ 15: changed items are dropped and told")
    func itemsChange() {
        var queue = queue([1, 2, 3])
        _ = queue.itemsReceived([item(1), item(2)])
        #expect(
            changes(queue.changeReceived(change(.itemsChange, [3, 2, 99], number: 11), now: .at(1))) == [
                .updated([1, 2])
            ]
        )
        #expect(queue.items.keys.sorted() == [1])
    }

    @Test("MQ 16: another order is a reload that keeps the items")
    func reorder() {
        var queue = queue([1, 2, 3, 4])
        _ = queue.itemsReceived([item(1), item(2)])
        #expect(changes(queue.changeReceived(change(.update, [4, 2, 3, 1], number: 11), now: .at(1))) == [.reloaded])
        #expect(queue.itemIDs == [4, 2, 3, 1])
        #expect(queue.items.count == 2)
        #expect(
            changes(queue.changeReceived(change(.update, before: 2, moved: [1, 3], number: 12), now: .at(1))) == [
                .reloaded
            ]
        )
        #expect(queue.itemIDs == [4, 1, 3, 2])
    }

    @Test("An update that could mean the whole order or a part of it is looked up", arguments: [[3, 1], []])
    func unclear(ids: [Int]) {
        var queue = queue([1, 2, 3, 4])
        #expect(
            queue.changeReceived(change(.update, ids, number: 11), now: .at(1)) == [
                .fetchIDs(mediaSessionID: 1, ticket: 2)
            ]
        )
        #expect(queue.itemIDs == [1, 2, 3, 4])
    }

    @Test("MQ 17: no change, old numbers and other media sessions are silent")
    func stale() {
        var queue = queue([1, 2, 3])
        #expect(queue.changeReceived(change(.noChange, number: 11), now: .at(1)).isEmpty)
        #expect(queue.changeReceived(change(.remove, [1], number: 11), now: .at(1)).isEmpty)
        #expect(queue.changeReceived(change(.remove, [1], number: .min), now: .at(1)).isEmpty)
        var foreign = change(.remove, [1], number: 12)
        foreign.mediaSessionID = 9
        #expect(queue.changeReceived(foreign, now: .at(1)).isEmpty)
        #expect(queue.itemIDs == [1, 2, 3])
    }

    @Test(
        "MQ 18: a gap fetches the ids; changes until then wait in them, and an answer from before them does not count"
    )
    func gap() {
        var queue = queue([1, 2, 3])
        #expect(
            queue.changeReceived(change(.remove, [1], number: 12), now: .at(1)) == [
                .fetchIDs(mediaSessionID: 1, ticket: 2)
            ]
        )
        #expect(queue.changeReceived(change(.insert, [4], number: 13), now: .at(1)).isEmpty)
        #expect(queue.itemIDs == [1, 2, 3])
        #expect(queue.itemIDsReceived([2, 3], sequence: 12, now: .at(1)).isEmpty)
        #expect(queue.itemIDsAnswered(2, nil, now: .at(1)).isEmpty)
        #expect(queue.alarm == .at(1.05))
        #expect(queue.alarmRang(now: .at(1.05)) == [.fetchIDs(mediaSessionID: 1, ticket: 3)])
        #expect(changes(queue.itemIDsReceived([2, 3, 4], sequence: 13, now: .at(1.1))) == [.reloaded])
        #expect(changes(queue.changeReceived(change(.remove, [4], number: 14), now: .at(2))) == [.removed([2])])
    }

    @Test("A number at the end of all numbers is no trap")
    func extremeNumbers() {
        var queue = queue([1], sequence: Int.max)
        #expect(queue.changeReceived(change(.remove, [1], number: Int.min), now: .at(1)).isEmpty)
        #expect(queue.changeReceived(change(.remove, [1], number: Int.max), now: .at(1)).isEmpty)
        var low = self.queue([1], sequence: Int.min)
        let actions = low.changeReceived(change(.remove, [1], number: Int.max), now: .at(1))
        #expect(actions == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
    }

    @Test("MQ 19: the end of the media session empties the queue with one reload", arguments: [true, false])
    func ends(withStatus: Bool) {
        var queue = queue([1, 2])
        _ = queue.itemsReceived([item(1)])
        let status = withStatus ? snapshot(reason: .cancelled) : nil
        #expect(queue.statusReceived(status, now: .at(1)) == [.changed([.reloaded])])
        #expect(queue.contents == MediaQueueContents())
        #expect(queue.statusReceived(status, now: .at(2)).isEmpty)
    }

    @Test("MQ 20: a failed fetch changes nothing, is told, and can be tried again")
    func fails() {
        var queue = queue([1, 2])
        let error = CastError(.requestTimedOut, "no answer")
        _ = queue.item(at: 0, now: .at(1))
        _ = queue.alarmRang(now: .at(2))
        #expect(
            queue.itemsAnswered(2, error, now: .at(12)) == [
                .gaveUp([1], .failed(error)), .changed([.failed(itemIDs: [1], error)]),
            ]
        )
        _ = queue.item(at: 0, now: .at(13))
        #expect(fetched(queue.alarmRang(now: .at(14))) == [1])
    }

    @Test("Ids that are not answered are asked for three more times; a refusal is told at once")
    func idsFail() {
        var queue = QueueMachine()
        let silence = CastError(.requestTimedOut, "no answer")
        _ = queue.statusReceived(snapshot(), now: .at(0))
        for ticket in 1...3 {
            let now = Double(ticket) * 20
            #expect(queue.itemIDsAnswered(ticket, silence, now: .at(now)).isEmpty)
            #expect(queue.alarm == .at(now + 5))
            #expect(queue.alarmRang(now: .at(now + 5)) == [.fetchIDs(mediaSessionID: 1, ticket: ticket + 1)])
        }
        #expect(changes(queue.itemIDsAnswered(4, silence, now: .at(100))) == [.failed(itemIDs: [], silence)])
        #expect(queue.alarm == nil)
        var refused = self.queue([1])
        let refusal = CastError(.notSupported, "no")
        _ = refused.reload()
        #expect(changes(refused.itemIDsAnswered(2, refusal, now: .at(1))) == [.failed(itemIDs: [], refusal)])
        #expect(refused.itemIDs == [1])
    }

    @Test("A receiver that does not list its ids has the queue that its statuses name")
    func unsupportedIDs() {
        var refused = QueueMachine()
        _ = refused.statusReceived(snapshot(items: [item(1), item(2)]), now: .at(0))
        let refusal = CastError(.invalidRequest, "no")
        #expect(changes(refused.itemIDsAnswered(1, refusal, now: .at(1))).first == .reloaded)
        #expect(refused.itemIDs == [1, 2] && refused.isSynced)
        #expect(refused.items[2] == item(2))
        _ = refused.statusReceived(snapshot(items: [item(1), item(2), item(3)]), now: .at(2))
        #expect(refused.itemIDs == [1, 2, 3], "an insertion shows in the statuses alone")

        var silent = QueueMachine()
        _ = silent.statusReceived(snapshot(items: [item(1), item(2)]), now: .at(0))
        _ = silent.itemIDsAnswered(1, CastError(.requestTimedOut, "no answer"), now: .at(10))
        #expect(silent.itemIDs == [1, 2] && !silent.isSynced, "the list may still come")
        #expect(silent.alarm == .at(15))
    }

    @Test("Item ids that do not exist: the others of a refused batch come all the same")
    func bisect() {
        var queue = queue(Array(1...8))
        let refusal = CastError(.invalidRequest, "no")
        for index in 0..<8 { _ = queue.item(at: index, now: .at(1)) }
        var actions = queue.alarmRang(now: .at(2))
        var asked = 0
        var lost: [Int] = []
        while let next = actions.compactMap({ action -> ([Int], Int)? in
            if case .fetchItems(let ids, _, let ticket) = action { (ids, ticket) } else { nil }
        }).first {
            asked += 1
            if next.0.contains(6) {
                actions = queue.itemsAnswered(next.1, refusal, now: .at(3))
            } else {
                _ = queue.itemsReceived(next.0.map { item($0) })
                actions = queue.itemsAnswered(next.1, nil, now: .at(3))
            }
            for case .gaveUp(let ids, _) in actions { lost += ids }
        }
        #expect(queue.items.keys.sorted() == [1, 2, 3, 4, 5, 7, 8])
        #expect(lost == [6])
        #expect(asked == 7)
    }

    @Test("What an answer leaves out is asked for again while something comes; then it is missing")
    func leftOut() {
        var queue = queue([1, 2, 3])
        for index in 0..<3 { _ = queue.item(at: index, now: .at(1)) }
        _ = queue.alarmRang(now: .at(2))
        _ = queue.itemsReceived([item(2)])
        #expect(queue.itemsAnswered(2, nil, now: .at(2)) == [.fetchItems([1, 3], mediaSessionID: 1, ticket: 3)])
        #expect(queue.itemsAnswered(3, nil, now: .at(2)) == [.gaveUp([1, 3], .missing)])
        #expect(queue.alarm == nil)
    }

    @Test("A queue that changes while its items are fetched: what was removed is not taken")
    func removedInFlight() {
        var queue = queue([1, 2, 3])
        _ = queue.item(at: 0, now: .at(1))
        _ = queue.item(at: 1, now: .at(1))
        _ = queue.alarmRang(now: .at(2))
        _ = queue.changeReceived(change(.remove, [1], number: 11), now: .at(2))
        #expect(queue.itemsReceived([item(1), item(2)]) == [.changed([.updated([0])])])
        #expect(queue.itemsAnswered(2, nil, now: .at(2)) == [.gaveUp([1], .missing)])
        #expect(queue.items.keys.sorted() == [2])
    }

    @Test("MQ 22: clearing sends nothing, and changes are of no interest until the ids are fetched again")
    func clear() {
        var queue = queue([1, 2])
        #expect(queue.clear() == [.changed([.reloaded])])
        #expect(queue.contents.count == 0)
        #expect(queue.changeReceived(change(.insert, [3], number: 11), now: .at(1)).isEmpty)
        #expect(queue.statusReceived(snapshot(items: [item(2)]), now: .at(1)).isEmpty)
        #expect(queue.reload() == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
        _ = queue.itemIDsReceived([1, 2, 3], sequence: 11, now: .at(1))
        #expect(queue.itemIDs == [1, 2, 3])
    }

    @Test("MQ 23: a reload drops the items, keeps the ids until the answer, and is told even if nothing differs")
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
        #expect(queue.item(at: 1, now: .at(1)).actions == [.gaveUp([1], .replaced)])
        #expect(fetched(queue.alarmRang(now: .at(2))) == [2])
    }

    @Test("Items of a status refresh those that are known, and one without media keeps what it had")
    func statusItems() {
        var queue = queue([1, 2, 3])
        _ = queue.itemsReceived([item(1), item(2)])
        let newer = item(2, "other")
        #expect(
            queue.statusReceived(snapshot(items: [QueueItem(itemID: 1), newer, item(3)]), now: .at(1)) == [
                .changed([.updated([1])])
            ]
        )
        #expect(queue.items[1] == item(1))
        #expect(queue.items[2] == newer)
        #expect(queue.items[3] == nil)
    }

    @Test("An old receiver that tells no changes: an item that is not in the list fetches the ids, once")
    func oldReceiver() {
        var queue = queue([1, 2], sequence: nil)
        let status = snapshot(items: [item(2), item(3)])
        #expect(queue.statusReceived(status, now: .at(1)) == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
        _ = queue.itemIDsReceived([1, 2], sequence: nil, now: .at(1))
        _ = queue.itemIDsAnswered(2, nil, now: .at(1))
        #expect(queue.statusReceived(status, now: .at(2)).isEmpty)
    }

    @Test("A lost connection keeps the queue; afterwards the ids are compared, and the items where numbers differ")
    func suspension() {
        for (number, isKept) in [(10, true), (11, false), (nil, false)] {
            var queue = queue([1, 2, 3])
            _ = queue.itemsReceived([item(1)])
            _ = queue.item(at: 1, now: .at(1))
            let error = CastError(.connectionClosed, "gone")
            #expect(queue.suspended(error) == [.gaveUp([2], .failed(error))])
            #expect(queue.itemIDs == [1, 2, 3])
            #expect(queue.items.count == 1)
            #expect(queue.item(at: 1, now: .at(2)).actions.isEmpty)
            #expect(queue.alarm == nil)
            #expect(queue.statusReceived(snapshot(), now: .at(60)) == [.fetchIDs(mediaSessionID: 1, ticket: 2)])
            let actions = queue.itemIDsReceived([1, 2, 3], sequence: number, now: .at(60))
            #expect(changes(actions) == (isKept ? [] : [.updated([0])]))
            #expect(queue.items.isEmpty == !isKept)
            #expect(queue.contents.isCurrent)
        }
    }

    @Test("After a lost connection another media session, or none, is no continuation")
    func suspensionEnds() {
        var queue = queue([1, 2, 3])
        _ = queue.suspended(CastError(.connectionClosed, "gone"))
        #expect(queue.statusReceived(nil, now: .at(60)) == [.changed([.reloaded])])
        #expect(queue.itemIDs.isEmpty)
    }

    @Test("A receiver that never stops inserting does not grow this without bound")
    func flood() {
        var configuration = QueueMachine.Configuration()
        configuration.itemLimit = 100
        var queue = QueueMachine(configuration: configuration)
        _ = queue.statusReceived(snapshot(), now: .at(0))
        _ = queue.itemIDsReceived(Array(1...500), sequence: 1, now: .at(0))
        #expect(queue.itemIDs.count == 100)
        for step in 2...50 {
            _ = queue.changeReceived(change(.insert, [1000 + step], number: step), now: .at(1))
        }
        #expect(queue.itemIDs.count == 100)
    }
}
