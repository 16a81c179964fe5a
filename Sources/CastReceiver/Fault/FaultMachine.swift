import CastWire

/// Decides what becomes of each message between a device and its senders.
///
/// Responsibilities: the rules, how often each was met, and the messages that are held back. It holds no socket and no
/// clock, and its chance comes from a seed: the same messages at the same times meet the same fate.
///
/// Nothing is lost unless a rule says so: what is held when a socket closes is handed out before
/// (``closing(_:)``, ``closed(_:)``), and a message beyond ``heldLimit`` lets the oldest go early.
struct FaultMachine: Sendable {
    /// What is to be done, in order.
    enum Order: Sendable, Hashable {
        case carry(CastMessage, Fault.Direction, SocketID)
        case sendBytes([UInt8], SocketID)
        /// In order, or as a reset.
        case close(SocketID, isOrderly: Bool)
        case setReading(Bool, SocketID)
    }

    /// A rule in force.
    struct Rule: Sendable, Hashable {
        var id: Int
        var fault: Fault
        /// How many messages it was about.
        var seen = 0
        /// How many it hit.
        var hits = 0
    }

    /// How many messages are held back at most, of all sockets together.
    static let heldLimit = 4096

    private struct Route: Hashable {
        var socket: SocketID
        var direction: Fault.Direction
    }

    private enum Holding: Hashable {
        case delayed
        case slowlyRead
        /// Waits for the next message of its route.
        case overtaken
    }

    private struct Held {
        var message: CastMessage
        var route: Route
        var holding: Holding
        var due: ContinuousClock.Instant
    }

    private(set) var rules: [Rule] = []
    /// By time, and then by arrival.
    private var held: [Held] = []
    private var lastDelay: [Route: ContinuousClock.Instant] = [:]
    private var generator: SeededGenerator
    private var nextID = 1

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func add(_ fault: Fault) -> Int {
        defer { nextID += 1 }
        rules.append(Rule(id: nextID, fault: fault))
        return nextID
    }

    /// False when there is none of this number. What a rule holds back stays held.
    mutating func remove(_ id: Int) -> Bool {
        guard let index = rules.firstIndex(where: { $0.id == id }) else { return false }
        rules.remove(at: index)
        return true
    }

    mutating func removeAll() {
        rules = []
    }

    /// When ``timeReached(_:)`` is due, if at all.
    var nextDeadline: ContinuousClock.Instant? { held.first?.due }

    var heldCount: Int { held.count }
}

// MARK: - Events

extension FaultMachine {
    /// A message is on its way.
    mutating func passing(
        _ message: CastMessage,
        _ direction: Fault.Direction,
        on socket: SocketID,
        at now: ContinuousClock.Instant
    ) -> [Order] {
        let route = Route(socket: socket, direction: direction)
        guard !rules.isEmpty || !held.isEmpty else { return [.carry(message, direction, socket)] }
        let overtaken = takeOvertaken(on: route)
        let fate = fate(of: message, on: route, mayBeOvertaken: overtaken == nil)
        return orders(fate, route, at: now) + (overtaken.map { [.carry($0, direction, socket)] } ?? [])
    }

    /// ``nextDeadline`` has come.
    mutating func timeReached(_ now: ContinuousClock.Instant) -> [Order] {
        var orders: [Order] = []
        while let first = held.first, first.due <= now { orders += release(first) }
        return orders
    }

    /// The device closes a socket: what it has sent comes first.
    mutating func closing(_ socket: SocketID) -> [Order] {
        take { $0.route.socket == socket && $0.route.direction == .outbound }
            .map { .carry($0.message, .outbound, socket) }
    }

    /// A socket is gone: what the sender has sent comes first.
    mutating func closed(_ socket: SocketID) -> [Order] {
        let inbound = take { $0.route.socket == socket }.filter { $0.route.direction == .inbound }
        for direction in Fault.Direction.allCases { lastDelay[Route(socket: socket, direction: direction)] = nil }
        return inbound.map { .carry($0.message, .inbound, socket) }
    }
}

// MARK: - Rules

extension FaultMachine {
    /// What the rules together say about one message.
    private struct Fate {
        var message: CastMessage?
        var copies = 1
        var delay = Duration.zero
        var reading = Duration.zero
        var isOvertaken = false
        /// What follows it, or comes in its place.
        var orders: [Order] = []
    }

    private mutating func fate(of message: CastMessage, on route: Route, mayBeOvertaken: Bool) -> Fate {
        var fate = Fate(message: message)
        var examined = ExaminedMessage(message)
        for index in rules.indices {
            guard rules[index].applies(to: &examined, route.direction, &generator) else { continue }
            let fault = rules[index].fault
            switch fault.effect {
            case .delay(let duration, let jitter):
                let part = jitter > .zero ? jitter * Double.random(in: 0...1, using: &generator) : .zero
                fate.delay += duration + part
            case .drop: return Fate()
            case .duplicate(let copies): fate.copies += max(copies, 0)
            case .reorder: fate.isOvertaken = mayBeOvertaken
            case .reply(let reply):
                guard let answer = examined.answer(reply), route.direction == .inbound else {
                    rules[index].hits -= 1
                    continue
                }
                return Fate(orders: [.carry(answer, .outbound, route.socket)])
            case .close: fate.orders.append(.close(route.socket, isOrderly: true))
            case .reset: return Fate(orders: [.close(route.socket, isOrderly: false)])
            case .malformed(let frame):
                let end: [Order] = frame == .truncated ? [.close(route.socket, isOrderly: true)] : []
                return Fate(orders: [.sendBytes(frame.bytes, route.socket)] + end)
            case .slowReading(let duration):
                if route.direction == .inbound { fate.reading += duration }
            case .shiftTimes(let duration): fate.message = examined.shiftingTimes(by: duration)
            }
        }
        return fate
    }

    private mutating func orders(_ fate: Fate, _ route: Route, at now: ContinuousClock.Instant) -> [Order] {
        guard let message = fate.message else { return fate.orders }
        var orders: [Order] = []
        for _ in 0..<fate.copies {
            if let due = readingDue(fate.reading, route, at: now) {
                orders.append(.setReading(false, route.socket))
                orders += hold(message, route, .slowlyRead, until: due + fate.delay)
            } else if fate.delay > .zero {
                let due = max(now + fate.delay, lastDelay[route] ?? now)
                lastDelay[route] = due
                orders += hold(message, route, .delayed, until: due)
            } else if fate.isOvertaken {
                orders += hold(message, route, .overtaken, until: now + Fault.reorderLimit)
            } else {
                orders.append(.carry(message, route.direction, route.socket))
            }
        }
        return orders + fate.orders
    }

    /// When a slow reader has read a message; nil when it is not to be read slowly and none before it is.
    private func readingDue(
        _ reading: Duration,
        _ route: Route,
        at now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant? {
        let last = held.last { $0.route == route && $0.holding == .slowlyRead }?.due
        guard reading > .zero || last != nil else { return nil }
        return max(last ?? now, now) + reading
    }
}

// MARK: - What is held

extension FaultMachine {
    private mutating func hold(
        _ message: CastMessage,
        _ route: Route,
        _ holding: Holding,
        until due: ContinuousClock.Instant
    ) -> [Order] {
        var orders: [Order] = []
        if held.count >= Self.heldLimit, let first = held.first { orders = release(first) }
        let index = held.firstIndex { $0.due > due } ?? held.endIndex
        held.insert(Held(message: message, route: route, holding: holding, due: due), at: index)
        return orders
    }

    /// Lets the first of those held go.
    private mutating func release(_ first: Held) -> [Order] {
        held.removeFirst()
        let route = first.route
        var orders: [Order] = [.carry(first.message, route.direction, route.socket)]
        if first.holding == .slowlyRead, !held.contains(where: { $0.route == route && $0.holding == .slowlyRead }) {
            orders.append(.setReading(true, route.socket))
        }
        return orders
    }

    private mutating func takeOvertaken(on route: Route) -> CastMessage? {
        guard let index = held.firstIndex(where: { $0.route == route && $0.holding == .overtaken }) else { return nil }
        return held.remove(at: index).message
    }

    private mutating func take(_ isTaken: (Held) -> Bool) -> [Held] {
        let taken = held.filter(isTaken)
        held.removeAll(where: isTaken)
        return taken
    }
}

extension FaultMachine.Rule {
    /// Whether a message is hit; counts it.
    fileprivate mutating func applies(
        to message: inout ExaminedMessage,
        _ direction: Fault.Direction,
        _ generator: inout SeededGenerator
    ) -> Bool {
        let filter = fault.filter
        guard filter.direction == nil || filter.direction == direction,
            filter.namespace == nil || filter.namespace == message.message.namespace,
            filter.type == nil || filter.type == message.object?.messageType
        else { return false }
        seen += 1
        guard seen > fault.skips, hits < fault.limit ?? .max else { return false }
        guard fault.probability >= 1 || Double.random(in: 0..<1, using: &generator) < fault.probability else {
            return false
        }
        hits += 1
        return true
    }
}
