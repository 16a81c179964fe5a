import NIOCore
import Testing

@testable import CastSender

/// Whatever happens in whatever order, what is said of a session obeys the order of a life.
@Suite("Session machine under random events")
struct RandomSessionTests {
    /// The invariants of the session's events, as a reader would check them.
    private struct Reader {
        enum Life { case none, starting, running, suspended, resuming, ending }

        var life = Life.none
        var endings = 0
        var violation: String?

        mutating func read(_ announcement: SessionMachine.Announcement) {
            let next: Life? =
                switch (announcement, life) {
                // A fresh start may take the place of a session that is merely suspended.
                case (.willStart, .none), (.willStart, .suspended): .starting
                case (.started, .starting): .running
                case (.failedToStart, .starting): Life.none
                case (.suspended, .running): .suspended
                // After a crash the first word of a session is that it is resumed.
                case (.willResume, .suspended), (.willResume, .none): .resuming
                case (.resumed, .resuming): .running
                case (.willEnd, .running), (.willEnd, .suspended), (.willEnd, .resuming): .ending
                case (.ended, .ending): Life.none
                default: nil
                }
            if case .ended = announcement { endings += 1 }
            guard let next else {
                violation = violation ?? "\(announcement) while \(life)"
                return
            }
            life = next
        }
    }

    /// What the driver has under way.
    private struct World {
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
                    if !attempts.insert(id).inserted { violation = "attempt \(id) twice" }
                case .cancel(let id):
                    if attempts.remove(id) == nil { violation = "\(id) cancelled, which is not under way" }
                case .end: isEnding = true
                case .searchElsewhere: isSearching = true
                case .stopSearching: isSearching = false
                case .keepRecord: hasRecord = true
                case .removeRecord: hasRecord = false
                case .disconnect, .checkConnection, .release: break
                }
            }
            if attempts.count > 1 { violation = "attempts \(attempts.sorted()) at once" }
        }
    }

    private static let error = CastError(.connectFailed, "refused")

    @Test("S53 10,000 random lives keep the order of events")
    func lives() {
        for seed in UInt64(1)...10_000 {
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
        var world = World()
        var now = 0.0
        for _ in 0..<80 {
            now += Double.random(in: 0...4, using: &generator)
            step(&machine, &world, now: .at(now), &generator)
            if let alarm = machine.alarm, alarm <= .at(now) { world.perform(machine.alarmRang(now: .at(now))) }
            if let violation = world.violation ?? world.reader.violation { return violation }
            if let mismatch = mismatch(machine, world) { return mismatch }
        }
        // Whatever is left comes to an end when time passes and the wire answers.
        world.perform(machine.endRequested(.leave, cancelled: Self.error))
        if world.isEnding { world.perform(machine.endFinished(.left)) }
        if machine.phase != .idle { return "not idle at the end: \(machine.phase)" }
        if world.reader.life != .none { return "a life without end: \(world.reader.life)" }
        if world.hasRecord { return "a record of an ended session" }
        return world.violation ?? world.reader.violation
    }

    /// What the machine thinks must be what the world was told.
    private func mismatch(_ machine: SessionMachine, _ world: World) -> String? {
        switch machine.phase {
        case .idle: world.reader.life == .none && world.attempts.isEmpty ? nil : "idle, but \(world.reader.life)"
        case .starting(let attempt): world.attempts == [attempt] ? nil : "starting without an attempt"
        case .running:
            world.reader.life == .running && world.attempts.isEmpty ? nil : "running, but \(world.reader.life)"
        case .searching: world.isSearching && machine.alarm != nil ? nil : "searching without a search"
        case .suspended(let suspension):
            if let attempt = suspension.attempt, world.attempts != [attempt] {
                "resuming without an attempt"
            } else if suspension.attempt == nil, machine.holds.isEmpty, machine.alarm == nil {
                "suspended for ever"
            } else {
                nil
            }
        case .ending: world.reader.life == .ending ? nil : "ending, but \(world.reader.life)"
        }
    }

    private func step(
        _ machine: inout SessionMachine,
        _ world: inout World,
        now: NIODeadline,
        _ generator: inout SeededGenerator
    ) {
        let attempt = world.attempts.first ?? Int.random(in: 0...20, using: &generator)
        switch Int.random(in: 0..<22, using: &generator) {
        case 0, 1, 2: world.perform(machine.startRequested())
        case 3, 4, 5, 6:
            world.attempts.remove(attempt)
            world.perform(machine.startSucceeded(attempt, now: now))
            world.perform(machine.resumeFinished(attempt, .resumed, now: now))
        case 7:
            world.attempts.remove(attempt)
            world.perform(machine.startFailed(attempt, Self.error))
            world.perform(machine.resumeFinished(attempt, .failed(Self.error), now: now))
        case 8:
            guard machine.suspension?.attempt == attempt else { return }
            world.attempts.remove(attempt)
            let failures: [ResumeFailure] = [.appGone, .otherAppRuns(appID: nil), .sessionReplaced]
            let failure = failures.randomElement(using: &generator) ?? .appGone
            world.perform(machine.resumeFinished(attempt, .impossible(failure), now: now))
        case 9: world.perform(machine.endRequested(.leave, cancelled: Self.error))
        case 10:
            guard world.isEnding else { return }
            world.isEnding = false
            world.perform(machine.endFinished(.stopped))
        case 11, 12: world.perform(machine.connectionLost(.heartbeatLost, now: now))
        case 13:
            let canMove = Bool.random(using: &generator)
            world.perform(machine.applicationEnded(.appClosed, canMove: canMove, now: now))
        case 14: world.perform(machine.foundElsewhere(now: now))
        case 15: world.perform(machine.transferred(now: now))
        case 16: world.perform(machine.suspendRequested(.requested, now: now))
        case 17: world.perform(machine.resumeRequested(now: now))
        case 18:
            world.perform(
                Bool.random(using: &generator)
                    ? machine.enteredBackground(now: now) : machine.enteredForeground(now: now)
            )
        case 19: world.perform(machine.networkChanged(isReachable: Bool.random(using: &generator), now: now))
        case 20: world.perform(machine.deviceMoved(now: now))
        default:
            world.perform(machine.woke(now: now))
            if machine.phase == .idle { world.perform(machine.recordFound(now: now)) }
        }
    }
}
