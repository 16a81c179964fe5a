import NIOCore

/// The life of a manager's sessions, one after the other, without I/O and without a clock.
///
/// **Responsibilities.** It decides when a session starts, is suspended, is tried again and ends, and what is said about
/// it. Every event goes in with its instant; orders come out, and ``SessionManager`` carries them out one by one. After
/// each event the driver reads ``alarm`` and arms its one timer.
///
/// **States.** ``Phase``. One session at a time; a suspended one gives way to a fresh start.
///
/// **Attempts.** Connecting, with whatever must follow until requests can be made, is one attempt with a number. Its
/// outcome comes back under that number; ``awaits(_:)`` tells whether anybody still wants it.
///
/// **Resuming.** Automatic tries follow the ``BackOff`` and stop at the end of the window. They are held while the
/// network is unreachable, while the application is in the background, and while the session is suspended on request;
/// the window begins anew when the hold ends. In the background and on request there is no window: that may last.
///
/// **Order of orders.** Connections are closed before it is said that they are gone, so that what waited has been
/// answered by then; the record is kept up to date after that.
struct SessionMachine {
    struct Configuration {
        var reconnect = ReconnectPolicy.standard
        var suspendsInBackground = true
        var transferSearch = TimeAmount.seconds(3)
    }

    enum Announcement: Equatable {
        case willStart
        case started
        case failedToStart(CastError)
        case willEnd
        case ended(SessionEndReason)
        case suspended(SuspendReason)
        case willResume
        case resumed
    }

    enum Action: Equatable {
        case announce(Announcement)
        /// Connect, and launch or join.
        case connect(Int)
        /// Connect, and join the same run of the application.
        case rejoin(Int)
        /// Give up an attempt that is under way.
        case cancel(Int)
        /// Close the connection without a word; what waits fails for this reason.
        case disconnect(SuspendReason)
        /// End the session on the wire; ``endFinished(_:)`` follows.
        case end(SessionEndAction)
        /// Find out soon whether the connection is alive.
        case checkConnection
        /// Look on other devices for the session whose application vanished.
        case searchElsewhere
        case stopSearching
        case keepRecord
        case removeRecord
        /// Let go of the session object; it has ended for this reason.
        case release(SessionEndReason)
    }

    /// Why no automatic tries are made.
    enum Hold: Hashable {
        case background
        case request
        case unreachable
    }

    struct Suspension: Equatable {
        var reason: SuspendReason
        var backOff: BackOff
        /// When the search for a connection ends; nil while it may take any time.
        var windowEnd: NIODeadline?
        var nextTry: NIODeadline?
        var attempt: Int?
        /// Whether `willResume` was said.
        var hasBegun = false
        /// Whether this process has said anything at all about the session.
        var isAnnounced = true
        var lastFailure: CastError?
    }

    enum Phase: Equatable {
        case idle
        case starting(attempt: Int)
        case running
        /// The application vanished; it may have moved to another device.
        case searching(until: NIODeadline, SessionEndReason)
        case suspended(Suspension)
        case ending
    }

    /// What became of a try to go on with a session.
    enum ResumeOutcome: Equatable {
        case resumed
        /// It will never succeed.
        case impossible(ResumeFailure)
        /// It may succeed later.
        case failed(CastError)
    }

    let configuration: Configuration
    private(set) var phase = Phase.idle
    private(set) var holds: Set<Hold> = []
    private var lastAttempt = 0

    init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    /// When ``alarmRang(now:)`` has something to do next.
    var alarm: NIODeadline? {
        switch phase {
        case .idle, .starting, .running, .ending: nil
        case .searching(let deadline, _): deadline
        case .suspended(let suspension):
            switch (suspension.windowEnd, suspension.nextTry) {
            case (let end?, let next?): min(end, next)
            case (let end, let next): end ?? next
            }
        }
    }

    /// Whether a session can be started now. A suspended one gives way.
    var canStart: Bool {
        switch phase {
        case .idle, .suspended: true
        case .starting, .running, .searching, .ending: false
        }
    }

    /// Whether the outcome of this attempt is waited for.
    func awaits(_ attempt: Int) -> Bool { phase == .starting(attempt: attempt) || suspension?.attempt == attempt }

    var suspension: Suspension? {
        guard case .suspended(let suspension) = phase else { return nil }
        return suspension
    }

    // MARK: Starting

    /// A session shall be started.
    mutating func startRequested() -> [Action] {
        guard canStart else { return [] }
        holds.remove(.request)
        var actions: [Action] = []
        if let suspension {
            if let attempt = suspension.attempt { actions.append(.cancel(attempt)) }
            // What was announced as resuming needs an end; a session that only was suspended is forgotten silently.
            if suspension.hasBegun { actions += [.announce(.willEnd), .announce(.ended(.left))] }
            actions += [.release(.left), .removeRecord]
        }
        lastAttempt += 1
        phase = .starting(attempt: lastAttempt)
        return actions + [.announce(.willStart), .connect(lastAttempt)]
    }

    /// A session that was started without this machine is its own from now on.
    mutating func adopted() -> [Action] {
        guard phase == .idle else { return [] }
        phase = .running
        return [.keepRecord]
    }

    mutating func startSucceeded(_ attempt: Int, now: NIODeadline) -> [Action] {
        guard phase == .starting(attempt: attempt) else { return [] }
        phase = .running
        return [.announce(.started), .keepRecord] + suspendIfInBackground()
    }

    mutating func startFailed(_ attempt: Int, _ error: CastError) -> [Action] {
        guard phase == .starting(attempt: attempt) else { return [] }
        phase = .idle
        return [.announce(.failedToStart(error))]
    }

    /// Nobody wants the session any more that is being started.
    mutating func startCancelled(_ error: CastError) -> [Action] {
        guard case .starting(let attempt) = phase else { return [] }
        phase = .idle
        return [.cancel(attempt), .announce(.failedToStart(error))]
    }

    // MARK: Ending

    /// The session shall end. Nothing is ordered when there is none, or its end is under way.
    mutating func endRequested(_ action: SessionEndAction, cancelled error: CastError) -> [Action] {
        switch phase {
        case .idle, .ending: return []
        case .starting: return startCancelled(error)
        case .running:
            phase = .ending
            return [.announce(.willEnd), .removeRecord, .end(action)]
        case .searching(_, let reason):
            return [.stopSearching] + ended(reason)
        case .suspended(let suspension):
            return (suspension.attempt.map { [.cancel($0)] } ?? []) + ended(.left, isSilent: !suspension.isAnnounced)
        }
    }

    mutating func endFinished(_ reason: SessionEndReason) -> [Action] {
        guard phase == .ending else { return [] }
        phase = .idle
        return [.release(reason), .announce(.ended(reason))]
    }

    /// The driver lets go of everything: from here on nothing is tried, and nothing is said. A start or an end that is
    /// under way comes to its own end.
    mutating func abandoned() -> [Action] {
        let actions: [Action]
        switch phase {
        case .idle, .starting, .ending: return []
        case .running: actions = []
        case .searching: actions = [.stopSearching]
        case .suspended(let suspension): actions = suspension.attempt.map { [.cancel($0)] } ?? []
        }
        phase = .idle
        return actions
    }

    /// The device says that the application is gone, or has dropped this sender.
    ///
    /// - Parameter canMove: Whether its media can be moved, and there is another device to which it could have been.
    mutating func applicationEnded(_ reason: SessionEndReason, canMove: Bool, now: NIODeadline) -> [Action] {
        guard phase == .running else { return [] }
        if canMove, configuration.transferSearch > .zero {
            switch reason {
            case .appClosed, .closedByApp, .replaced:
                phase = .searching(until: now + configuration.transferSearch, reason)
                return [.searchElsewhere]
            default: break
            }
        }
        return ended(reason)
    }

    // MARK: Moving

    /// The session was found on another device, to which the driver has turned.
    mutating func foundElsewhere(now: NIODeadline) -> [Action] {
        guard case .searching = phase else { return [] }
        return [.stopSearching] + moved(now: now)
    }

    /// This sender moved the session to another device, to which the driver has turned.
    mutating func transferred(now: NIODeadline) -> [Action] {
        guard phase == .running else { return [] }
        return moved(now: now)
    }

    private mutating func moved(now: NIODeadline) -> [Action] {
        phase = .suspended(Suspension(reason: .transferring, backOff: configuration.reconnect.backOff))
        return [.disconnect(.transferring), .announce(.suspended(.transferring))] + restart(now: now)
    }

    // MARK: Suspending

    /// The connection broke.
    mutating func connectionLost(_ reason: CloseReason, now: NIODeadline) -> [Action] {
        guard phase == .running else { return [] }
        guard reason != .closedLocally, window > .zero else { return ended(.connectionLost(reason)) }
        let isUnreachable = holds.contains(.unreachable)
        return suspended(isUnreachable ? .networkUnreachable : .connectionLost(reason), now: now)
    }

    /// The session shall be suspended until ``resumeRequested(now:)``. Nothing is ordered when none runs.
    mutating func suspendRequested(_ reason: SuspendReason, now: NIODeadline) -> [Action] {
        guard phase == .running else { return [] }
        holds.insert(.request)
        return [.disconnect(reason)] + suspended(reason, now: now)
    }

    /// A session that an earlier process left shall go on.
    mutating func recordFound(now: NIODeadline) -> [Action] {
        guard phase == .idle else { return [] }
        var suspension = Suspension(reason: .appTerminated, backOff: configuration.reconnect.backOff)
        suspension.isAnnounced = false
        phase = .suspended(suspension)
        return restart(now: now)
    }

    /// A session that is suspended shall go on now.
    mutating func resumeRequested(now: NIODeadline) -> [Action] {
        holds.remove(.request)
        return restart(now: now)
    }

    mutating func enteredBackground(now: NIODeadline) -> [Action] {
        guard configuration.suspendsInBackground, holds.insert(.background).inserted else { return [] }
        if case .suspended(var suspension) = phase {
            let cancelled = pause(&suspension)
            phase = .suspended(suspension)
            return cancelled
        }
        return suspendIfInBackground()
    }

    mutating func enteredForeground(now: NIODeadline) -> [Action] {
        guard holds.remove(.background) != nil else { return [] }
        return restart(now: now)
    }

    /// The network does not reach the device any more, or does again.
    mutating func networkChanged(isReachable: Bool, now: NIODeadline) -> [Action] {
        if isReachable {
            guard holds.remove(.unreachable) != nil else { return phase == .running ? [.checkConnection] : [] }
            return phase == .running ? [.checkConnection] : restart(now: now)
        }
        guard holds.insert(.unreachable).inserted else { return [] }
        if case .running = phase, window > .zero {
            return [.disconnect(.networkUnreachable)] + suspended(.networkUnreachable, now: now)
        }
        guard case .suspended(var suspension) = phase else { return [] }
        let windowEnd = suspension.windowEnd
        let cancelled = pause(&suspension)
        suspension.windowEnd = windowEnd
        phase = .suspended(suspension)
        return cancelled
    }

    /// This machine slept.
    mutating func woke(now: NIODeadline) -> [Action] {
        phase == .running ? [.checkConnection] : restart(now: now)
    }

    /// Discovery knows the device at another address now.
    mutating func deviceMoved(now: NIODeadline) -> [Action] {
        guard case .suspended(var suspension) = phase, holds.isEmpty else { return [] }
        let cancelled = suspension.attempt.map { [Action.cancel($0)] } ?? []
        suspension.attempt = nil
        suspension.backOff.reset()
        phase = .suspended(suspension)
        return cancelled + tryNow(now: now)
    }

    mutating func resumeFinished(_ attempt: Int, _ outcome: ResumeOutcome, now: NIODeadline) -> [Action] {
        guard case .suspended(var suspension) = phase, suspension.attempt == attempt else {
            return []
        }
        suspension.attempt = nil
        switch outcome {
        case .resumed:
            phase = .running
            return [.announce(.resumed), .keepRecord] + suspendIfInBackground()
        case .impossible(let failure):
            return ended(.notResumed(failure, after: suspension.reason))
        case .failed(let error):
            suspension.lastFailure = error
            suspension.nextTry = now + TimeAmount(suspension.backOff.next())
            phase = .suspended(suspension)
            return []
        }
    }

    mutating func alarmRang(now: NIODeadline) -> [Action] {
        switch phase {
        case .idle, .starting, .running, .ending: return []
        case .searching(let deadline, let reason):
            guard deadline <= now else { return [] }
            return [.stopSearching] + ended(reason)
        case .suspended(let suspension):
            if let end = suspension.windowEnd, end <= now {
                let failure = ResumeFailure.deviceUnreachable(suspension.lastFailure)
                return (suspension.attempt.map { [.cancel($0)] } ?? [])
                    + ended(.notResumed(failure, after: suspension.reason), isSilent: !suspension.isAnnounced)
            }
            guard let next = suspension.nextTry, next <= now else { return [] }
            return tryNow(now: now)
        }
    }

    // MARK: Inside

    private var window: TimeAmount { TimeAmount(configuration.reconnect.window) }

    /// A session that was suspended on purpose is given time even where a lost connection is not.
    private var resumeWindow: TimeAmount { window > .zero ? window : TimeAmount(ReconnectPolicy.standard.window) }

    private mutating func ended(_ reason: SessionEndReason, isSilent: Bool = false) -> [Action] {
        phase = .idle
        holds.remove(.request)
        let farewell: [Action] = isSilent ? [] : [.announce(.willEnd)]
        let end: [Action] = isSilent ? [] : [.announce(.ended(reason))]
        return farewell + [.release(reason)] + end + [.removeRecord]
    }

    private mutating func suspendIfInBackground() -> [Action] {
        guard phase == .running, holds.contains(.background) else { return [] }
        phase = .suspended(Suspension(reason: .appBackgrounded, backOff: configuration.reconnect.backOff))
        return [.disconnect(.appBackgrounded), .announce(.suspended(.appBackgrounded)), .keepRecord]
    }

    private mutating func suspended(_ reason: SuspendReason, now: NIODeadline) -> [Action] {
        phase = .suspended(Suspension(reason: reason, backOff: configuration.reconnect.backOff))
        return [.announce(.suspended(reason)), .keepRecord] + restart(now: now)
    }

    /// Begins a window and a series of tries, as far as nothing holds them.
    private mutating func restart(now: NIODeadline) -> [Action] {
        guard case .suspended(var suspension) = phase else { return [] }
        guard holds.isDisjoint(with: [.background, .request]) else { return [] }
        suspension.windowEnd = now + resumeWindow
        suspension.backOff.reset()
        phase = .suspended(suspension)
        guard !holds.contains(.unreachable), suspension.attempt == nil else { return [] }
        return tryNow(now: now)
    }

    /// Stops trying; gives the order that ends a try under way.
    private func pause(_ suspension: inout Suspension) -> [Action] {
        defer {
            suspension.attempt = nil
            suspension.nextTry = nil
            suspension.windowEnd = nil
        }
        return suspension.attempt.map { [.cancel($0)] } ?? []
    }

    private mutating func tryNow(now: NIODeadline) -> [Action] {
        guard case .suspended(var suspension) = phase else { return [] }
        suspension.nextTry = nil
        guard suspension.attempt == nil, holds.isEmpty else {
            phase = .suspended(suspension)
            return []
        }
        if suspension.backOff.tries == 0 { _ = suspension.backOff.next() }
        lastAttempt += 1
        suspension.attempt = lastAttempt
        let isFirst = !suspension.hasBegun
        suspension.hasBegun = true
        suspension.isAnnounced = true
        phase = .suspended(suspension)
        return (isFirst ? [.announce(.willResume)] : []) + [.rejoin(lastAttempt)]
    }
}
