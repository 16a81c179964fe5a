// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Decides what happens to each message between a device and its senders.
///
/// Responsibilities: the rules, their counters, and the messages that are held back. It holds no socket and no clock,
/// and its random numbers come from a seed, so the same messages at the same times have the same results.
///
/// A message is lost only if a rule discards it: the messages of a socket are released before it closes
/// (``closing(_:)``, ``closed(_:)``), and when more than ``heldLimit`` messages are held, the one that is due first is
/// released early.
struct FaultMachine: Sendable {
    /// An action to execute.
    enum Action: Sendable, Hashable {
        case forward(CastMessage, Fault.Direction, SocketID)
        case sendBytes([UInt8], SocketID)
        /// Close the connection in an orderly way, or reset it.
        case close(SocketID, isOrderly: Bool)
        case setReading(Bool, SocketID)
    }

    /// A rule in effect.
    struct Rule: Sendable, Hashable {
        var id: Int
        var fault: Fault
        /// The number of messages that matched the filter.
        var seen = 0
        /// The number of messages that were affected.
        var hits = 0
        /// Whether the rule belongs to the device's profile: it is the device's behavior and cannot be removed. It takes
        /// effect on the device's side of the other rules.
        var isOfProfile = false
    }

    /// The maximum number of messages held back, of all sockets together.
    static let heldLimit = 4096

    private struct Route: Hashable {
        var socket: SocketID
        var direction: Fault.Direction
    }

    private enum Holding: Hashable {
        case delayed
        case slowlyRead
        /// Held until the device has handled the earlier messages of the namespace.
        case busy
        /// Held until the next message on its route.
        case reordered
    }

    private struct Held {
        var message: CastMessage
        var route: Route
        var holding: Holding
        var due: ContinuousClock.Instant
    }

    private(set) var rules: [Rule] = []
    /// Sorted by due time, then by arrival.
    private var held: [Held] = []
    private var lastDueTime: [Route: ContinuousClock.Instant] = [:]
    private var generator: SeededGenerator
    private var nextID = 1

    /// - Parameter profile: The behavior of the device's profile.
    init(seed: UInt64, profile: [Fault] = []) {
        generator = SeededGenerator(seed: seed)
        rules = profile.map { Rule(id: 0, fault: $0, isOfProfile: true) }
    }

    /// The rules that can be removed.
    var faults: [Rule] { rules.filter { !$0.isOfProfile } }

    mutating func add(_ fault: Fault) -> Int {
        defer { nextID += 1 }
        rules.append(Rule(id: nextID, fault: fault))
        return nextID
    }

    /// Returns false if no rule has this id. The messages that the rule holds back remain held.
    mutating func remove(_ id: Int) -> Bool {
        guard let index = rules.firstIndex(where: { $0.id == id && !$0.isOfProfile }) else { return false }
        rules.remove(at: index)
        return true
    }

    mutating func removeAll() {
        rules.removeAll { !$0.isOfProfile }
    }

    /// The time at which ``timeReached(_:)`` must be called; nil if no message is held.
    var nextDeadline: ContinuousClock.Instant? { held.first?.due }

    var heldCount: Int { held.count }
}

// MARK: - Events

extension FaultMachine {
    /// Handles a message in transit.
    mutating func passing(
        _ message: CastMessage,
        _ direction: Fault.Direction,
        on socket: SocketID,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        let route = Route(socket: socket, direction: direction)
        guard !rules.isEmpty || !held.isEmpty else { return [.forward(message, direction, socket)] }
        let reordered = takeReordered(on: route)
        let outcome = outcome(of: message, on: route, mayBeReordered: reordered == nil)
        return actions(outcome, route, at: now) + (reordered.map { [.forward($0, direction, socket)] } ?? [])
    }

    /// Releases the messages that are due at ``nextDeadline``.
    mutating func timeReached(_ now: ContinuousClock.Instant) -> [Action] {
        var actions: [Action] = []
        while let first = held.first, first.due <= now { actions += release(first) }
        return actions
    }

    /// Handles the closing of a socket by the device. The messages that the device has sent are released first.
    mutating func closing(_ socket: SocketID) -> [Action] {
        take { $0.route.socket == socket && $0.route.direction == .outbound }
            .map { .forward($0.message, .outbound, socket) }
    }

    /// Handles the end of a socket. The messages that the sender has sent are released first.
    mutating func closed(_ socket: SocketID) -> [Action] {
        let inbound = take { $0.route.socket == socket }.filter { $0.route.direction == .inbound }
        for direction in Fault.Direction.allCases { lastDueTime[Route(socket: socket, direction: direction)] = nil }
        return inbound.map { .forward($0.message, .inbound, socket) }
    }
}

// MARK: - Rules

extension FaultMachine {
    /// The combined result of the rules for one message.
    private struct Outcome {
        var message: CastMessage?
        var copies = 1
        var delay = Duration.zero
        var reading = Duration.zero
        var busy = Duration.zero
        var isReordered = false
        /// The messages that follow this one.
        var followers: [CastMessage] = []
        /// The actions that follow the message or replace it.
        var actions: [Action] = []
    }

    /// Applies the rules to a message.
    private mutating func outcome(of message: CastMessage, on route: Route, mayBeReordered: Bool) -> Outcome {
        var outcome = Outcome(message: message)
        var examined = ExaminedMessage(message)
        for index in order(on: route.direction) {
            guard rules[index].applies(to: &examined, route.direction, &generator) else { continue }
            let fault = rules[index].fault
            switch fault.effect {
            case .delay(let duration, let jitter):
                let part = jitter > .zero ? jitter * Double.random(in: 0...1, using: &generator) : .zero
                outcome.delay += duration + part
            case .busy(let duration): outcome.busy += duration
            case .drop: return Outcome()
            case .duplicate(let copies): outcome.copies += max(copies, 0)
            case .reorder: outcome.isReordered = mayBeReordered
            case .reply(let reply):
                guard let answer = examined.answer(reply), route.direction == .inbound else {
                    rules[index].hits -= 1
                    continue
                }
                return Outcome(actions: [.forward(answer, .outbound, route.socket)])
            case .close: outcome.actions.append(.close(route.socket, isOrderly: true))
            case .reset: return Outcome(actions: [.close(route.socket, isOrderly: false)])
            case .malformed(let frame):
                let end: [Action] = frame == .truncated ? [.close(route.socket, isOrderly: true)] : []
                return Outcome(actions: [.sendBytes(frame.bytes, route.socket)] + end)
            case .slowReading(let duration):
                if route.direction == .inbound { outcome.reading += duration }
            case .shiftTimes(let duration): examined.shiftTimes(by: duration)
            case .rewrite(let edits): examined.rewrite(edits)
            case .follow(let object):
                var follower = message
                follower.payload = .text(object.jsonString)
                outcome.followers.append(follower)
            }
        }
        outcome.message = examined.message
        return outcome
    }

    /// The order of the rules for a direction: a message of the device passes its profile first, a message to it last.
    private func order(on direction: Fault.Direction) -> [Int] {
        let ofProfile = rules.indices.filter { rules[$0].isOfProfile }
        guard !ofProfile.isEmpty else { return Array(rules.indices) }
        let others = rules.indices.filter { !rules[$0].isOfProfile }
        return direction == .outbound ? ofProfile + others : others + ofProfile
    }

    /// Returns the actions for a message, and holds the message back if necessary.
    private mutating func actions(_ outcome: Outcome, _ route: Route, at now: ContinuousClock.Instant) -> [Action] {
        guard let message = outcome.message else { return outcome.actions }
        var actions: [Action] = []
        for message in Array(repeating: message, count: outcome.copies) + outcome.followers {
            if let due = readingDue(outcome.reading, route, at: now) {
                actions.append(.setReading(false, route.socket))
                actions += hold(message, route, .slowlyRead, until: due + outcome.delay)
            } else if let due = handlingDue(outcome.busy, message.namespace, route, at: now) {
                actions += hold(message, route, .busy, until: due + outcome.delay)
            } else if outcome.delay > .zero {
                let due = max(now + outcome.delay, lastDueTime[route] ?? now)
                lastDueTime[route] = due
                actions += hold(message, route, .delayed, until: due)
            } else if outcome.isReordered {
                actions += hold(message, route, .reordered, until: now + Fault.reorderLimit)
            } else {
                actions.append(.forward(message, route.direction, route.socket))
            }
        }
        return actions + outcome.actions
    }

    /// Returns the time at which a busy device has handled a message; nil if neither this message nor an earlier one of its
    /// namespace takes time.
    private func handlingDue(
        _ busy: Duration,
        _ namespace: CastNamespace,
        _ route: Route,
        at now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant? {
        let last = held.last { $0.route == route && $0.holding == .busy && $0.message.namespace == namespace }?.due
        guard busy > .zero || last != nil else { return nil }
        return max(last ?? now, now) + busy
    }

    /// Returns the time at which a slow reader has read a message; nil if neither this message nor an earlier one is
    /// read slowly.
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

// MARK: - Held messages

extension FaultMachine {
    private mutating func hold(
        _ message: CastMessage,
        _ route: Route,
        _ holding: Holding,
        until due: ContinuousClock.Instant
    ) -> [Action] {
        var actions: [Action] = []
        if held.count >= Self.heldLimit, let first = held.first { actions = release(first) }
        let index = held.firstIndex { $0.due > due } ?? held.endIndex
        held.insert(Held(message: message, route: route, holding: holding, due: due), at: index)
        return actions
    }

    /// Releases the first held message.
    private mutating func release(_ first: Held) -> [Action] {
        held.removeFirst()
        let route = first.route
        var actions: [Action] = [.forward(first.message, route.direction, route.socket)]
        if first.holding == .slowlyRead, !held.contains(where: { $0.route == route && $0.holding == .slowlyRead }) {
            actions.append(.setReading(true, route.socket))
        }
        return actions
    }

    private mutating func takeReordered(on route: Route) -> CastMessage? {
        guard let index = held.firstIndex(where: { $0.route == route && $0.holding == .reordered }) else { return nil }
        return held.remove(at: index).message
    }

    private mutating func take(_ isTaken: (Held) -> Bool) -> [Held] {
        let taken = held.filter(isTaken)
        held.removeAll(where: isTaken)
        return taken
    }
}

extension FaultMachine.Rule {
    /// Returns whether the rule affects a message, and counts the message.
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

/// A random number generator that is deterministic for a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
