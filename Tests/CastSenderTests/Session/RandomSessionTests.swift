// SPDX-License-Identifier: Apache-2.0

import CastTesting
import NIOCore
import Testing

@testable import CastSender

/// In random sequences of events, the announcements of a session follow the valid order of its lifecycle.
@Suite("Session state machine under random events")
struct RandomSessionTests {
    /// Checks the invariants of the announcements as an observer.
    private struct Reader {
        var phase = AnnouncedPhase.none
        var endings = 0
        var violation: String?

        mutating func read(_ announcement: SessionMachine.Announcement) {
            if case .ended = announcement { endings += 1 }
            guard let next = phase.after(announcement) else {
                violation = violation ?? "\(announcement) while \(phase)"
                return
            }
            phase = next
        }
    }

    /// The operations of the environment that are in progress.
    private struct Simulation {
        var attempts: Set<Int> = []
        var isEnding = false
        var isSearching = false
        var hasRecord = false
        var reader = Reader()
        var violation: String?

        mutating func perform(_ actions: [SessionMachine.Action]) {
            for action in actions {
                switch action {
                case .announce(let announcement): reader.read(announcement)
                case .connect(let id), .rejoin(let id):
                    if !attempts.insert(id).inserted { violation = "attempt \(id) started twice" }
                case .cancel(let id):
                    if attempts.remove(id) == nil { violation = "attempt \(id) was canceled, but is not in progress" }
                case .end: isEnding = true
                case .searchElsewhere: isSearching = true
                case .stopSearching: isSearching = false
                case .saveRecord: hasRecord = true
                case .removeRecord: hasRecord = false
                case .disconnect, .checkConnection, .release: break
                }
            }
            if attempts.count > 1 { violation = "attempts \(attempts.sorted()) at once" }
        }
    }

    private static let error = CastError(.connectFailed, "refused")

    @Test("S53 The announcements of random session lifecycles are in order")
    func lifecycles() {
        for seed in RandomSchedules.seeds(10_000) {
            if let violation = violation(seed: seed) {
                Issue.record("seed \(seed): \(violation)")
                return
            }
        }
    }

    private func violation(seed: UInt64) -> String? {
        var generator = SeededGenerator(seed: seed)
        var configuration = SessionMachine.Configuration()
        configuration.suspendsInBackground = Bool.random(using: &generator)
        if Int.random(in: 0..<8, using: &generator) == 0 { configuration.reconnect = .never }
        var machine = SessionMachine(configuration: configuration)
        var simulation = Simulation()
        var now = 0.0
        for _ in 0..<80 {
            now += Double.random(in: 0...4, using: &generator)
            step(&machine, &simulation, now: .at(now), &generator)
            if let deadline = machine.nextDeadline, deadline <= .at(now) {
                simulation.perform(machine.deadlineReached(now: .at(now)))
            }
            if let violation = simulation.violation ?? simulation.reader.violation { return violation }
            if let mismatch = mismatch(machine, simulation) { return mismatch }
        }
        // After an end is requested and performed, nothing may be left.
        simulation.perform(machine.endRequested(.leave, cancelled: Self.error))
        if simulation.isEnding { simulation.perform(machine.endFinished(.left)) }
        if machine.phase != .idle { return "not idle at the end: \(machine.phase)" }
        if simulation.reader.phase != .none { return "the session has no end: \(simulation.reader.phase)" }
        if simulation.hasRecord { return "a record of an ended session" }
        return simulation.violation ?? simulation.reader.violation
    }

    /// Returns how the machine's phase differs from the announcements.
    private func mismatch(_ machine: SessionMachine, _ simulation: Simulation) -> String? {
        switch machine.phase {
        case .idle:
            simulation.reader.phase == .none && simulation.attempts.isEmpty
                ? nil : "idle, but \(simulation.reader.phase)"
        case .starting(let attempt): simulation.attempts == [attempt] ? nil : "starting without an attempt"
        case .running:
            simulation.reader.phase == .running && simulation.attempts.isEmpty
                ? nil : "running, but \(simulation.reader.phase)"
        case .searching: simulation.isSearching && machine.nextDeadline != nil ? nil : "searching without a search"
        case .suspended(let suspension):
            if let attempt = suspension.attempt, simulation.attempts != [attempt] {
                "resuming without an attempt"
            } else if suspension.attempt == nil, machine.holds.isEmpty, machine.nextDeadline == nil {
                "suspended for ever"
            } else {
                nil
            }
        case .ending: simulation.reader.phase == .ending ? nil : "ending, but \(simulation.reader.phase)"
        }
    }

    private func step(
        _ machine: inout SessionMachine,
        _ simulation: inout Simulation,
        now: NIODeadline,
        _ generator: inout SeededGenerator
    ) {
        let attempt = simulation.attempts.first ?? Int.random(in: 0...20, using: &generator)
        switch Int.random(in: 0..<22, using: &generator) {
        case 0, 1, 2: simulation.perform(machine.startRequested())
        case 3, 4, 5, 6:
            simulation.attempts.remove(attempt)
            simulation.perform(machine.startSucceeded(attempt, now: now))
            simulation.perform(machine.resumeFinished(attempt, .resumed, now: now))
        case 7:
            simulation.attempts.remove(attempt)
            simulation.perform(machine.startFailed(attempt, Self.error))
            simulation.perform(machine.resumeFinished(attempt, .failed(Self.error), now: now))
        case 8:
            guard machine.suspension?.attempt == attempt else { return }
            simulation.attempts.remove(attempt)
            let failures: [ResumeFailure] = [.appNotRunning, .otherAppRuns(appID: nil), .sessionReplaced]
            let failure = failures.randomElement(using: &generator) ?? .appNotRunning
            simulation.perform(machine.resumeFinished(attempt, .impossible(failure), now: now))
        case 9: simulation.perform(machine.endRequested(.leave, cancelled: Self.error))
        case 10:
            guard simulation.isEnding else { return }
            simulation.isEnding = false
            simulation.perform(machine.endFinished(.stopped))
        case 11, 12: simulation.perform(machine.connectionLost(.heartbeatLost, now: now))
        case 13:
            let canMove = Bool.random(using: &generator)
            simulation.perform(machine.applicationEnded(.appClosed, canMove: canMove, now: now))
        case 14: simulation.perform(machine.foundElsewhere(now: now))
        case 15: simulation.perform(machine.transferred(now: now))
        case 16: simulation.perform(machine.suspendRequested(.requested, now: now))
        case 17: simulation.perform(machine.resumeRequested(now: now))
        case 18:
            simulation.perform(
                Bool.random(using: &generator)
                    ? machine.enteredBackground(now: now) : machine.enteredForeground(now: now)
            )
        case 19: simulation.perform(machine.networkChanged(isReachable: Bool.random(using: &generator), now: now))
        case 20: simulation.perform(machine.deviceMoved(now: now))
        default:
            simulation.perform(machine.woke(now: now))
            if machine.phase == .idle { simulation.perform(machine.recordFound(now: now)) }
        }
    }
}
