// SPDX-License-Identifier: Apache-2.0

import CastTesting
import NIOCore

@testable import CastBridge

/// Bridges of one device, a broker, and senders of commands, under random delays, crashes, pauses and losses of connections.
///
/// The broker delivers the ledger to all bridges in the same order, each with delays of its own. A sender repeats a command
/// until it gets a response. Faults end after a while, so that everything can settle.
struct OwnershipSimulation {
    enum Violation: Error, Equatable {
        case executedTwice(String)
        case differentResponses(String)
        case noResponse(String)
        case noOwner(at: Double)
    }

    private enum Event {
        /// Something that a bridge sent reaches the broker. It is lost if the bridge has lost its connection before.
        case reachesBroker(Int, incarnation: Int, Upstream)
        case reachesBridge(Int, incarnation: Int, Downstream)
        case timer(Int, incarnation: Int)
        case executionEnds(Int, life: Int, String)
        case connect(Int)
        case fault
        case resume(Int)
        case command(Int)
    }

    private enum Upstream {
        case entry(OwnershipMachine.Entry)
        case owner(String, UInt64)
        case execution(String)
        case response(String, CommandOutcome)
    }

    private enum Downstream {
        case entry(OwnershipMachine.Entry)
        case command(OwnershipMachine.Command)
        case executionConfirmed(String)
        case record(String, UInt64)
        case progress(String, OwnershipMachine.Progress)
    }

    private struct Bridge {
        var machine: OwnershipMachine
        /// Changes with each connection; what belongs to an earlier one is lost.
        var incarnation = 0
        /// Changes with each crash.
        var life = 0
        var isConnected = false
        var isPaused = false
        var healthySince = Int64.max
        var postponed: [Event] = []
        var lastSent: Int64 = 0
        var lastDelivered: Int64 = 0
        var timer: NIODeadline?
        /// The commands whose execution the broker has not confirmed.
        var unconfirmed: Set<String> = []
        /// The commands that are being executed, confirmed or not.
        var executing: Set<String> = []
    }

    private struct Sender {
        var command: OwnershipMachine.Command
        /// Whether it is repeated until the faults are over.
        var mustBeAnswered: Bool
        var isAnswered = false
    }

    private var generator: SeededGenerator
    private var now: Int64 = 0
    /// The next event is the last one.
    private var events: [(at: Int64, event: Event)] = []
    private var bridges: [Bridge]
    private var senders: [Sender]
    private var retainedOwner: (String, UInt64)?
    private var retainedProgress: [String: OwnershipMachine.Progress] = [:]
    private var responses: [String: CommandOutcome] = [:]
    private(set) var executions: [String: Int] = [:]
    private(set) var takeovers = 0
    private(set) var faults = 0
    private(set) var releases = 0
    /// When a bridge last stopped to be at work.
    private var lastFault: Int64 = 0
    private var ownerlessSince: Int64 = 0

    private static let faultsEnd: Int64 = 60_000
    private static let end: Int64 = 130_000

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...4, using: &generator)
        bridges = (0..<count).map { Bridge(machine: OwnershipMachine(bridge: "bridge \($0)")) }
        senders = []
        for index in bridges.indices { schedule(.connect(index), in: 0...3000) }
        for number in 0..<Int.random(in: 1...25, using: &generator) {
            let start = Int64.random(in: 5000...Self.faultsEnd, using: &generator)
            let isShort = generator.chance(20)
            let expiry = isShort ? start + .random(in: 500...20_000, using: &generator) : 115_000
            senders.append(
                Sender(command: .init(id: "command \(number)", expires: .at(expiry)), mustBeAnswered: !isShort)
            )
            schedule(.command(number), at: start)
        }
        schedule(.fault, in: 1000...20_000)
    }

    mutating func run() throws(Violation) {
        while let (at, event) = events.popLast() {
            guard at <= Self.end else { break }
            now = at
            try handle(event)
            try checkOwner()
        }
        for sender in senders where sender.mustBeAnswered && !sender.isAnswered { throw .noResponse(sender.command.id) }
    }

    // MARK: Events

    private mutating func handle(_ event: Event) throws(Violation) {
        switch event {
        case .reachesBroker(let index, let incarnation, let message):
            // What was on its way when the connection ended arrives or not.
            let isLost = bridges[index].incarnation != incarnation && Bool.random(using: &generator)
            if !isLost { try received(message, from: index, incarnation) }
        case .reachesBridge(let index, let incarnation, let message):
            guard bridges[index].incarnation == incarnation, bridges[index].isConnected else { return }
            guard !bridges[index].isPaused else { return bridges[index].postponed.append(event) }
            deliver(message, to: index)
        case .timer(let index, let incarnation):
            guard bridges[index].incarnation == incarnation, bridges[index].isConnected else { return }
            guard !bridges[index].isPaused else { return bridges[index].postponed.append(event) }
            bridges[index].timer = nil
            perform(bridges[index].machine.deadlineReached(now: .at(now)), of: index)
        case .executionEnds(let index, let life, let id):
            guard bridges[index].life == life else { return }
            guard !bridges[index].isPaused else { return bridges[index].postponed.append(event) }
            bridges[index].executing.remove(id)
            perform(bridges[index].machine.executed(id, .done), of: index)
        case .connect(let index): connect(index)
        case .fault: fail()
        case .resume(let index):
            guard bridges[index].isPaused else { return }
            bridges[index].isPaused = false
            bridges[index].healthySince = bridges[index].isConnected ? now : .max
            let postponed = bridges[index].postponed
            bridges[index].postponed = []
            for event in postponed { try handle(event) }
        case .command(let number):
            guard !senders[number].isAnswered else { return }
            for index in bridges.indices { send(.command(senders[number].command), to: index) }
            if .at(now) < senders[number].command.expires { schedule(.command(number), at: now + 8000) }
        }
    }

    private mutating func received(_ message: Upstream, from index: Int, _ incarnation: Int) throws(Violation) {
        switch message {
        case .entry(let entry): for other in bridges.indices { send(.entry(entry), to: other) }
        case .owner(let owner, let fence): retainedOwner = (owner, fence)
        case .execution(let id):
            if retainedProgress[id] == nil { retain(.started(by: bridges[index].machine.bridge), of: id) }
            if bridges[index].incarnation == incarnation { send(.executionConfirmed(id), to: index) }
        case .response(let id, let outcome):
            retain(.finished(outcome), of: id)
            guard responses.updateValue(outcome, forKey: id) ?? outcome == outcome else {
                throw .differentResponses(id)
            }
            for number in senders.indices where senders[number].command.id == id { senders[number].isAnswered = true }
        }
        for (id, count) in executions where count > 1 { throw .executedTwice(id) }
    }

    private mutating func retain(_ progress: OwnershipMachine.Progress, of id: String) {
        retainedProgress[id] = progress
        for index in bridges.indices { send(.progress(id, progress), to: index) }
    }

    private mutating func deliver(_ message: Downstream, to index: Int) {
        switch message {
        case .entry(let entry): perform(bridges[index].machine.entryReceived(entry, now: .at(now)), of: index)
        case .command(let command): perform(bridges[index].machine.commandReceived(command, now: .at(now)), of: index)
        case .record(let owner, let fence):
            bridges[index].machine.recordReceived(owner: owner, fence: fence, now: .at(now))
            scheduleTimer(of: index)
        case .progress(let id, let progress):
            bridges[index].machine.progressReceived(id, progress, now: .at(now))
        case .executionConfirmed(let id):
            bridges[index].unconfirmed.remove(id)
            executions[id, default: 0] += 1
            schedule(.executionEnds(index, life: bridges[index].life, id), in: 0...3000)
        }
    }

    private mutating func connect(_ index: Int) {
        guard !bridges[index].isConnected else { return }
        bridges[index].isConnected = true
        bridges[index].incarnation += 1
        if !bridges[index].isPaused { bridges[index].healthySince = now }
        bridges[index].machine.connected(now: .at(now))
        if let (owner, fence) = retainedOwner { send(.record(owner, fence), to: index) }
        for (id, progress) in retainedProgress.sorted(by: { $0.key < $1.key }) {
            send(.progress(id, progress), to: index)
        }
        scheduleTimer(of: index)
    }

    private mutating func fail() {
        guard now < Self.faultsEnd else {
            for index in bridges.indices { schedule(.resume(index), in: 0...1000) }
            for index in bridges.indices { schedule(.connect(index), in: 0...1000) }
            return
        }
        faults += 1
        lastFault = now
        schedule(.fault, in: 200...15_000)
        let index = Int.random(in: bridges.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            guard !bridges[index].isPaused else { return }
            bridges[index].isPaused = true
            bridges[index].healthySince = .max
            schedule(.resume(index), in: 100...25_000)
        case 1: lose(index)
        case let other:
            // The end of the process: ordered, if nothing is being executed, or a crash. Nothing is remembered.
            if other == 2, bridges[index].isConnected, !bridges[index].isPaused, bridges[index].executing.isEmpty {
                perform(bridges[index].machine.release(), of: index)
                releases += 1
            }
            lose(index)
            bridges[index].executing = []
            bridges[index].life += 1
            bridges[index].postponed = []
            bridges[index].isPaused = false
            bridges[index].machine = OwnershipMachine(bridge: "bridge \(index), life \(bridges[index].life)")
        }
    }

    private mutating func lose(_ index: Int) {
        bridges[index].isConnected = false
        bridges[index].incarnation += 1
        bridges[index].healthySince = .max
        _ = bridges[index].machine.disconnected()
        bridges[index].executing.subtract(bridges[index].unconfirmed)
        for id in bridges[index].unconfirmed.sorted() { _ = bridges[index].machine.executed(id, .unknown) }
        bridges[index].unconfirmed = []
        schedule(.connect(index), in: 100...20_000)
    }

    // MARK: Actions

    private mutating func perform(_ actions: [OwnershipMachine.Action], of index: Int) {
        for action in actions {
            switch action {
            case .publish(let entry): send(.entry(entry), from: index)
            case .retain(let owner, let fence): send(.owner(owner, fence), from: index)
            case .execute(let id):
                bridges[index].unconfirmed.insert(id)
                bridges[index].executing.insert(id)
                send(.execution(id), from: index)
            case .respond(let id, let outcome): send(.response(id, outcome), from: index)
            case .becameOwner: takeovers += 1
            case .lostOwnership: break
            }
        }
        scheduleTimer(of: index)
    }

    /// Messages of one bridge arrive in order.
    private mutating func send(_ message: Upstream, from index: Int) {
        guard bridges[index].isConnected else { return }
        bridges[index].lastSent = max(bridges[index].lastSent, now + delay())
        schedule(
            .reachesBroker(index, incarnation: bridges[index].incarnation, message),
            at: bridges[index].lastSent
        )
    }

    private mutating func send(_ message: Downstream, to index: Int) {
        guard bridges[index].isConnected else { return }
        bridges[index].lastDelivered = max(bridges[index].lastDelivered, now + delay())
        schedule(
            .reachesBridge(index, incarnation: bridges[index].incarnation, message),
            at: bridges[index].lastDelivered
        )
    }

    private mutating func delay() -> Int64 {
        // Usually a local network; sometimes one that is overloaded.
        Int64.random(in: 0...9, using: &generator) == 0
            ? .random(in: 0...500, using: &generator) : .random(in: 0...5, using: &generator)
    }

    private mutating func scheduleTimer(of index: Int) {
        guard let deadline = bridges[index].machine.nextDeadline, bridges[index].timer != deadline else { return }
        bridges[index].timer = deadline
        let at = max(now, Int64(deadline.uptimeNanoseconds / 1_000_000))
        schedule(.timer(index, incarnation: bridges[index].incarnation), at: at)
    }

    private mutating func schedule(_ event: Event, in range: ClosedRange<Int64>) {
        schedule(event, at: now + .random(in: range, using: &generator))
    }

    private mutating func schedule(_ event: Event, at time: Int64) {
        // Behind all that happen at the same time.
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].at < time { high = middle } else { low = middle + 1 }
        }
        while low > 0, events[low - 1].at == time { low -= 1 }
        events.insert((time, event), at: low)
    }

    /// While a bridge has been at work for some time, no device is without an owner for 10 s.
    private mutating func checkOwner() throws(Violation) {
        let longest = bridges.map(\.healthySince).min() ?? .max
        if longest == .max || bridges.contains(where: { $0.machine.isOwner && $0.healthySince != .max }) {
            ownerlessSince = now
        }
        if now - max(ownerlessSince, longest, lastFault) > 10_000 { throw .noOwner(at: Double(now) / 1000) }
    }
}

extension NIODeadline {
    /// A time of the simulation, in milliseconds.
    fileprivate static func at(_ milliseconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(UInt64(milliseconds) * 1_000_000)
    }
}
