import CastWire
import NIOCore
import Testing

@testable import CastSender

/// A receiver with a queue, a sender's model of it, and a network between them that keeps the order and may lose
/// messages: whatever happens in whatever order, the two agree in the end and every wait is answered once.
@Suite("Queue under random schedules")
struct QueueScheduleTests {
    private enum Message {
        case change(QueueChangeMessage)
        case status(MediaSnapshot?)
        case ids([Int], Int, ticket: Int)
        case items([QueueItem], ticket: Int)
        case refused(ticket: Int, isIDs: Bool, CastError.Code)
    }

    private struct World {
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
        /// How the model must look to somebody who only applies the changes.
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

    @Test("10,000 seeds: the model agrees with the receiver in the end, and no wait is forgotten")
    func schedules() {
        for seed: UInt64 in 1...10_000 {
            if let problem = Self.run(seed: seed) {
                Issue.record("seed \(seed): \(problem)")
                return
            }
        }
    }

    private static func run(seed: UInt64) -> String? {
        var world = World(seed: seed)
        edit(&world, count: Int.random(in: 0...12, using: &world.generator), isTold: false)
        if let problem = carryOut(world.machine.statusReceived(world.snapshot, now: .at(0)), &world) { return problem }
        for _ in 0..<40 {
            world.now += Double.random(in: 0...0.2, using: &world.generator)
            if let problem = step(&world) { return problem }
        }
        // Peace, and a connection that works: everything is told once more and everybody is answered.
        world.wire.append(.status(world.snapshot))
        for _ in 0..<400 {
            world.now += 1
            while !world.wire.isEmpty {
                if let problem = deliver(&world) { return problem }
            }
            if world.machine.alarm == nil { break }
            if let problem = ring(&world) { return problem }
        }
        if !world.waiting.isEmpty { return "\(world.waiting.keys.sorted()) are still waited for" }
        if world.machine.alarm != nil { return "it never comes to rest" }
        if world.hasQueue, world.machine.isSynced, world.machine.itemIDs != world.ids {
            return "\(world.machine.itemIDs) instead of \(world.ids)"
        }
        if world.hasQueue, !world.machine.isSynced { return "the ids never came" }
        for (id, item) in world.machine.items where item != world.item(id) { return "item \(id) is not up to date" }
        return nil
    }

    private static func step(_ world: inout World) -> String? {
        switch Int.random(in: 0..<20, using: &world.generator) {
        case 0...4: edit(&world, count: 1, isTold: true)
        case 5...9:
            let count = world.machine.itemIDs.count
            let index = Int.random(in: -1...count, using: &world.generator)
            let id = world.machine.contents.itemID(at: index)
            let (item, actions) = world.machine.item(at: index, now: .at(world.now))
            if let id, item == nil, isAskedFor(id, world) { world.waiting[id, default: 0] += 1 }
            if item != nil, id == nil { return "an item from outside" }
            return carryOut(actions, &world)
        case 10...15:
            return deliver(&world)
        case 16: return ring(&world)
        case 17:
            // A change that is never told, as a lossy link makes them; the next one shows the gap.
            edit(&world, count: 1, isTold: false)
            edit(&world, count: 1, isTold: true, mustChange: true)
        case 18 where world.generator.chance(30):
            world.wire = []
            let error = CastError(.connectionClosed, "gone")
            if let problem = carryOut(world.machine.suspended(error), &world) { return problem }
            edit(&world, count: 1, isTold: false)
            world.wire.append(.status(world.snapshot))
        case 19 where world.generator.chance(30):
            if world.generator.chance(50) {
                world.session += 1
                world.ids = []
                world.sequence = 0
                world.nextID = 1
                world.hasQueue = true
                edit(&world, count: 5, isTold: false)
                world.versions = world.versions.mapValues { $0 + 100 }
            } else {
                world.hasQueue.toggle()
                // What comes back is another session.
                world.session += 1
            }
            world.wire.append(.status(world.snapshot))
        default:
            return carryOut(world.generator.chance(20) ? world.machine.reload() : [], &world)
        }
        return nil
    }

    /// Whether the machine took the item into its window, as far as can be seen from outside.
    private static func isAskedFor(_ id: Int, _ world: World) -> Bool {
        world.machine.isWaiting(for: id)
    }

    private static func edit(_ world: inout World, count: Int, isTold: Bool, mustChange: Bool = false) {
        for _ in 0..<count {
            let change: QueueChangeMessage
            let kind = world.ids.isEmpty || mustChange ? 0 : Int.random(in: 0..<4, using: &world.generator)
            switch kind {
            case 0:
                let new = (0..<Int.random(in: 1...3, using: &world.generator)).map { world.nextID + $0 }
                world.nextID += new.count
                let index = Int.random(in: 0...world.ids.count, using: &world.generator)
                let before = index < world.ids.count ? world.ids[index] : nil
                world.ids.insert(contentsOf: new, at: index)
                change = QueueChangeMessage(changeType: .insert, itemIDs: new, insertBefore: before)
            case 1:
                let gone = world.ids.filter { _ in world.generator.chance(30) }
                world.ids.removeAll { gone.contains($0) }
                change = QueueChangeMessage(changeType: gone.isEmpty ? .noChange : .remove, itemIDs: gone)
            case 2:
                world.ids.shuffle(using: &world.generator)
                change = QueueChangeMessage(changeType: .update, itemIDs: world.ids)
            default:
                let id = world.ids.randomElement(using: &world.generator) ?? 1
                world.versions[id, default: 0] += 1
                change = QueueChangeMessage(changeType: .itemsChange, itemIDs: [id])
            }
            world.sequence += 1
            var message = change
            message.sequenceNumber = world.sequence
            message.mediaSessionID = world.session
            if isTold, world.hasQueue { world.wire.append(.change(message)) }
        }
    }

    private static func deliver(_ world: inout World) -> String? {
        guard !world.wire.isEmpty else { return nil }
        let now = NIODeadline.at(world.now)
        switch world.wire.removeFirst() {
        case .change(let change): return carryOut(world.machine.changeReceived(change, now: now), &world)
        case .status(let snapshot): return carryOut(world.machine.statusReceived(snapshot, now: now), &world)
        case .ids(let ids, let sequence, let ticket):
            if let problem = carryOut(world.machine.itemIDsReceived(ids, sequence: sequence, now: now), &world) {
                return problem
            }
            return carryOut(world.machine.itemIDsAnswered(ticket, nil, now: now), &world)
        case .items(let items, let ticket):
            let actions = world.machine.itemsReceived(items)
            for id in items.compactMap(\.itemID) where world.machine.index(ofItem: id) != nil {
                world.waiting[id] = nil
            }
            if let problem = carryOut(actions, &world) { return problem }
            return carryOut(world.machine.itemsAnswered(ticket, nil, now: now), &world)
        case .refused(let ticket, let isIDs, let code):
            let error = CastError(code, "refused")
            return carryOut(
                isIDs
                    ? world.machine.itemIDsAnswered(ticket, error, now: now)
                    : world.machine.itemsAnswered(ticket, error, now: now),
                &world
            )
        }
    }

    private static func ring(_ world: inout World) -> String? {
        guard let alarm = world.machine.alarm, alarm <= .at(world.now) else { return nil }
        return carryOut(world.machine.alarmRang(now: .at(world.now)), &world)
    }

    /// The receiver answers at once; the answer travels behind what it said before.
    private static func carryOut(_ actions: [QueueMachine.Action], _ world: inout World) -> String? {
        for action in actions {
            switch action {
            case .fetchIDs(let session, let ticket):
                if session != world.session || !world.hasQueue {
                    world.wire.append(.refused(ticket: ticket, isIDs: true, .invalidRequest))
                } else if world.generator.chance(5), world.now < 10 {
                    world.wire.append(.refused(ticket: ticket, isIDs: true, .requestTimedOut))
                } else {
                    world.wire.append(.ids(world.ids, world.sequence, ticket: ticket))
                }
            case .fetchItems(let ids, let session, let ticket):
                if ids.count > world.machine.configuration.fetchLimit { return "a batch of \(ids.count)" }
                if Set(ids).count != ids.count { return "an item is fetched twice" }
                let known = ids.filter { world.ids.contains($0) }
                if session != world.session || !world.hasQueue || known.count < ids.count && world.refusesUnknown {
                    world.wire.append(.refused(ticket: ticket, isIDs: false, .invalidRequest))
                } else {
                    world.wire.append(.items(known.map { world.item($0) }, ticket: ticket))
                }
            case .changed(let changes):
                if let problem = show(changes, &world) { return problem }
            case .gaveUp(let ids, _):
                for id in ids { world.waiting[id] = nil }
            }
        }
        if world.machine.items.count > world.machine.configuration.cacheSize { return "the cache is too large" }
        if Set(world.machine.itemIDs).count != world.machine.itemIDs.count { return "an id stands twice" }
        if world.machine.items.keys.contains(where: { world.machine.index(ofItem: $0) == nil }) {
            return "an item without a place"
        }
        return nil
    }

    /// Somebody who applies the changes to a list of his own has the same list.
    private static func show(_ changes: [MediaQueueChange], _ world: inout World) -> String? {
        let now = world.machine.itemIDs
        for change in changes {
            switch change {
            case .reloaded: world.shown = now
            case .inserted(let range):
                guard range.upperBound <= now.count, range.lowerBound <= world.shown.count else {
                    return "an insertion outside"
                }
                world.shown.insert(contentsOf: now[range], at: range.lowerBound)
            case .removed(let indexes):
                guard indexes == indexes.sorted(), indexes.allSatisfy(world.shown.indices.contains) else {
                    return "a removal outside, or not ascending"
                }
                for index in indexes.reversed() { world.shown.remove(at: index) }
            case .updated(let indexes):
                guard indexes == indexes.sorted(), indexes.allSatisfy(now.indices.contains) else {
                    return "an update outside, or not ascending"
                }
            case .failed: break
            }
        }
        return world.shown == now ? nil : "the changes give \(world.shown), the queue is \(now)"
    }
}
