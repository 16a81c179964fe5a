// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import NIOCore
import Testing

@testable import CastSender

/// Simulates a receiver with a queue, a sender's model of it, and an ordered network that may lose messages. In every
/// schedule the two must agree in the end, and every request must be answered once.
@Suite("Queue under random schedules")
struct QueueScheduleTests {
    private enum Message {
        case change(QueueChangeMessage)
        case status(MediaSnapshot?)
        case ids([Int], Int, ticket: Int)
        case items([QueueItem], ticket: Int)
        case refused(ticket: Int, isIDs: Bool, CastError.Code)
    }

    private struct Simulation {
        var generator: SeededGenerator
        var machine: QueueMachine
        var session = 1
        var ids: [Int] = []
        var versions: [Int: Int] = [:]
        var nextID = 1
        var sequence = 0
        var hasQueue = true
        var wire: [Message] = []
        var now = 0.0
        /// The list of an observer that only applies the reported changes.
        var shown: [Int] = []
        var waiting: [Int: Int] = [:]
        var answered = 0
        var refusesUnknown: Bool

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
            var configuration = QueueMachine.Configuration()
            configuration.cacheSize = Int.random(in: 1...8, using: &generator)
            configuration.fetchLimit = Int.random(in: 1...6, using: &generator)
            machine = QueueMachine(configuration: configuration)
            refusesUnknown = generator.chance(50)
        }

        func item(_ id: Int) -> QueueItem {
            QueueItem(
                media: MediaInformation(contentID: "\(id)"),
                itemID: id,
                startTime: Double(versions[id] ?? 0)
            )
        }

        var snapshot: MediaSnapshot? {
            guard hasQueue else { return nil }
            return MediaSnapshot(
                mediaSessionID: session,
                status: MediaStatus(mediaSessionID: session, playerState: .playing),
                receivedAt: .at(0),
                playback: PlaybackPosition(at: .at(0))
            )
        }
    }

    @Test("After random schedules the model agrees with the receiver, and no request is pending")
    func schedules() {
        for seed in RandomSchedules.seeds(10_000) {
            if let problem = Self.run(seed: seed) {
                Issue.record("seed \(seed): \(problem)")
                return
            }
        }
    }

    private static func run(seed: UInt64) -> String? {
        var simulation = Simulation(seed: seed)
        edit(&simulation, count: Int.random(in: 0...12, using: &simulation.generator), isReported: false)
        if let problem = execute(simulation.machine.statusReceived(simulation.snapshot), &simulation) {
            return problem
        }
        for _ in 0..<40 {
            simulation.now += Double.random(in: 0...0.2, using: &simulation.generator)
            if let problem = step(&simulation) { return problem }
        }
        // From here on the connection works: the status is sent again and every request is answered.
        simulation.wire.append(.status(simulation.snapshot))
        for _ in 0..<400 {
            simulation.now += 1
            while !simulation.wire.isEmpty {
                if let problem = deliver(&simulation) { return problem }
            }
            if simulation.machine.nextDeadline == nil { break }
            if let problem = reachDeadline(&simulation) { return problem }
        }
        if !simulation.waiting.isEmpty { return "\(simulation.waiting.keys.sorted()) are still pending" }
        if simulation.machine.nextDeadline != nil { return "a deadline is still pending" }
        if simulation.hasQueue, simulation.machine.isSynced, simulation.machine.itemIDs != simulation.ids {
            return "\(simulation.machine.itemIDs) instead of \(simulation.ids)"
        }
        if simulation.hasQueue, !simulation.machine.isSynced { return "the ids never arrived" }
        for (id, item) in simulation.machine.items where item != simulation.item(id) {
            return "item \(id) is not up to date"
        }
        return nil
    }

    private static func step(_ simulation: inout Simulation) -> String? {
        switch Int.random(in: 0..<20, using: &simulation.generator) {
        case 0...4: edit(&simulation, count: 1, isReported: true)
        case 5...9:
            let count = simulation.machine.itemIDs.count
            let index = Int.random(in: -1...count, using: &simulation.generator)
            let id = simulation.machine.contents.itemID(at: index)
            let (item, actions) = simulation.machine.item(at: index, now: .at(simulation.now))
            if let id, item == nil, isRequested(id, simulation) { simulation.waiting[id, default: 0] += 1 }
            if item != nil, id == nil { return "an item outside the queue" }
            return execute(actions, &simulation)
        case 10...15:
            return deliver(&simulation)
        case 16: return reachDeadline(&simulation)
        case 17:
            // A lost QUEUE_CHANGE; the sequence number of the next one reveals the gap.
            edit(&simulation, count: 1, isReported: false)
            edit(&simulation, count: 1, isReported: true, mustChange: true)
        case 18 where simulation.generator.chance(30):
            simulation.wire = []
            let error = CastError(.connectionClosed, "gone")
            if let problem = execute(simulation.machine.suspended(error), &simulation) { return problem }
            edit(&simulation, count: 1, isReported: false)
            simulation.wire.append(.status(simulation.snapshot))
        case 19 where simulation.generator.chance(30):
            if simulation.generator.chance(50) {
                simulation.session += 1
                simulation.ids = []
                simulation.sequence = 0
                simulation.nextID = 1
                simulation.hasQueue = true
                edit(&simulation, count: 5, isReported: false)
                simulation.versions = simulation.versions.mapValues { $0 + 100 }
            } else {
                simulation.hasQueue.toggle()
                // The queue returns as another media session.
                simulation.session += 1
            }
            simulation.wire.append(.status(simulation.snapshot))
        default:
            return execute(simulation.generator.chance(20) ? simulation.machine.reload() : [], &simulation)
        }
        return nil
    }

    /// Whether the machine waits for the item.
    private static func isRequested(_ id: Int, _ simulation: Simulation) -> Bool {
        simulation.machine.isWaiting(for: id)
    }

    private static func edit(_ simulation: inout Simulation, count: Int, isReported: Bool, mustChange: Bool = false) {
        for _ in 0..<count {
            let change: QueueChangeMessage
            let kind = simulation.ids.isEmpty || mustChange ? 0 : Int.random(in: 0..<4, using: &simulation.generator)
            switch kind {
            case 0:
                let new = (0..<Int.random(in: 1...3, using: &simulation.generator)).map { simulation.nextID + $0 }
                simulation.nextID += new.count
                let index = Int.random(in: 0...simulation.ids.count, using: &simulation.generator)
                let before = index < simulation.ids.count ? simulation.ids[index] : nil
                simulation.ids.insert(contentsOf: new, at: index)
                change = QueueChangeMessage(changeType: .insert, itemIDs: new, insertBefore: before)
            case 1:
                let removed = simulation.ids.filter { _ in simulation.generator.chance(30) }
                simulation.ids.removeAll { removed.contains($0) }
                change = QueueChangeMessage(changeType: removed.isEmpty ? .noChange : .remove, itemIDs: removed)
            case 2:
                simulation.ids.shuffle(using: &simulation.generator)
                change = QueueChangeMessage(changeType: .update, itemIDs: simulation.ids)
            default:
                let id = simulation.ids.randomElement(using: &simulation.generator) ?? 1
                simulation.versions[id, default: 0] += 1
                change = QueueChangeMessage(changeType: .itemsChange, itemIDs: [id])
            }
            simulation.sequence += 1
            var message = change
            message.sequenceNumber = simulation.sequence
            message.mediaSessionID = simulation.session
            if isReported, simulation.hasQueue { simulation.wire.append(.change(message)) }
        }
    }

    private static func deliver(_ simulation: inout Simulation) -> String? {
        guard !simulation.wire.isEmpty else { return nil }
        let now = NIODeadline.at(simulation.now)
        switch simulation.wire.removeFirst() {
        case .change(let change): return execute(simulation.machine.changeReceived(change), &simulation)
        case .status(let snapshot): return execute(simulation.machine.statusReceived(snapshot), &simulation)
        case .ids(let ids, let sequence, let ticket):
            if let problem = execute(
                simulation.machine.itemIDsReceived(ids, sequence: sequence, now: now),
                &simulation
            ) {
                return problem
            }
            return execute(simulation.machine.itemIDsAnswered(ticket, nil, now: now), &simulation)
        case .items(let items, let ticket):
            let actions = simulation.machine.itemsReceived(items)
            for id in items.compactMap(\.itemID) where simulation.machine.index(ofItem: id) != nil {
                simulation.waiting[id] = nil
            }
            if let problem = execute(actions, &simulation) { return problem }
            return execute(simulation.machine.itemsAnswered(ticket, nil, now: now), &simulation)
        case .refused(let ticket, let isIDs, let code):
            let error = CastError(code, "refused")
            return execute(
                isIDs
                    ? simulation.machine.itemIDsAnswered(ticket, error, now: now)
                    : simulation.machine.itemsAnswered(ticket, error, now: now),
                &simulation
            )
        }
    }

    private static func reachDeadline(_ simulation: inout Simulation) -> String? {
        guard let deadline = simulation.machine.nextDeadline, deadline <= .at(simulation.now) else { return nil }
        return execute(simulation.machine.deadlineReached(now: .at(simulation.now)), &simulation)
    }

    /// The receiver answers at once; the reply is queued behind earlier messages.
    private static func execute(_ actions: [QueueMachine.Action], _ simulation: inout Simulation) -> String? {
        for action in actions {
            switch action {
            case .fetchIDs(let session, let ticket):
                if session != simulation.session || !simulation.hasQueue {
                    simulation.wire.append(.refused(ticket: ticket, isIDs: true, .invalidRequest))
                } else if simulation.generator.chance(5), simulation.now < 10 {
                    simulation.wire.append(.refused(ticket: ticket, isIDs: true, .requestTimedOut))
                } else {
                    simulation.wire.append(.ids(simulation.ids, simulation.sequence, ticket: ticket))
                }
            case .fetchItems(let ids, let session, let ticket):
                if ids.count > simulation.machine.configuration.fetchLimit { return "a batch of \(ids.count)" }
                if Set(ids).count != ids.count { return "an item is fetched twice" }
                let known = ids.filter { simulation.ids.contains($0) }
                if session != simulation.session || !simulation.hasQueue
                    || known.count < ids.count && simulation.refusesUnknown
                {
                    simulation.wire.append(.refused(ticket: ticket, isIDs: false, .invalidRequest))
                } else {
                    simulation.wire.append(.items(known.map { simulation.item($0) }, ticket: ticket))
                }
            case .changed(let changes):
                if let problem = applyChanges(changes, &simulation) { return problem }
            case .itemsUnavailable(let ids, _):
                for id in ids { simulation.waiting[id] = nil }
            }
        }
        if simulation.machine.items.count > simulation.machine.configuration.cacheSize {
            return "the cache is too large"
        }
        if Set(simulation.machine.itemIDs).count != simulation.machine.itemIDs.count {
            return "the queue contains an id twice"
        }
        if simulation.machine.items.keys.contains(where: { simulation.machine.index(ofItem: $0) == nil }) {
            return "a cached item is not in the queue"
        }
        return nil
    }

    /// Applies the changes to the observer's list, which must then equal the queue.
    private static func applyChanges(_ changes: [MediaQueueChange], _ simulation: inout Simulation) -> String? {
        let now = simulation.machine.itemIDs
        for change in changes {
            switch change {
            case .reloaded: simulation.shown = now
            case .inserted(let range):
                guard range.upperBound <= now.count, range.lowerBound <= simulation.shown.count else {
                    return "an insertion outside the queue"
                }
                simulation.shown.insert(contentsOf: now[range], at: range.lowerBound)
            case .removed(let indexes):
                guard indexes == indexes.sorted(), indexes.allSatisfy(simulation.shown.indices.contains) else {
                    return "a removal outside the queue, or indexes not ascending"
                }
                for index in indexes.reversed() { simulation.shown.remove(at: index) }
            case .updated(let indexes):
                guard indexes == indexes.sorted(), indexes.allSatisfy(now.indices.contains) else {
                    return "an update outside the queue, or indexes not ascending"
                }
            case .failed: break
            }
        }
        return simulation.shown == now ? nil : "the changes give \(simulation.shown), the queue is \(now)"
    }
}
