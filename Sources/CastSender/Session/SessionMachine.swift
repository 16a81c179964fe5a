// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The state machine for the lifecycle of a manager's sessions, one after the other. It does no I/O and has no clock.
///
/// **Responsibilities.** It decides when a session starts, is suspended, is resumed and ends, and which events are
/// published. Every event is passed in with its time; actions are returned, and ``SessionManager`` executes them in
/// order. After each event the driver reads ``nextDeadline`` and schedules its one timer.
///
/// **States.** ``Phase``. There is one session at a time; starting a new one replaces a suspended one.
///
/// **Attempts.** Connecting, with all steps until requests can be sent, is one attempt with a number. Its result is
/// passed back with that number; ``awaits(_:)`` returns whether the result is still needed.
///
/// **Resuming.** Automatic attempts follow the ``BackOff`` and stop at the end of the window. They are held while the
/// network is unreachable, while the application is in the background, and while the session is suspended on request;
/// the window restarts when the hold ends. In the background and on request, the session can stay suspended without a
/// time limit.
///
/// **Order of actions.** Connections are closed before the event for their loss is published, so that pending requests
/// have failed by then; the record is updated after that.
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
        /// Connect, then launch or join the application.
        case connect(Int)
        /// Connect, then rejoin the application session.
        case rejoin(Int)
        /// Cancel an attempt in progress.
        case cancel(Int)
        /// Close the connection without sending CLOSE; pending requests fail with this reason.
        case disconnect(SuspendReason)
        /// End the session on the device; ``endFinished(_:)`` follows.
        case end(SessionEndAction)
        /// Check soon whether the connection is alive.
        case checkConnection
        /// Search other devices for the session whose application vanished.
        case searchElsewhere
        case stopSearching
        case saveRecord
        case removeRecord
        /// Release the session object, which has ended for this reason.
        case release(SessionEndReason)
    }

    /// The reason why automatic attempts are held.
    enum Hold: Hashable {
        case background
        case request
        case unreachable
    }

    struct Suspension: Equatable {
        var reason: SuspendReason
        var backOff: BackOff
        /// The end of the reconnect window; nil when there is no time limit.
        var windowEnd: NIODeadline?
        var nextTry: NIODeadline?
        var attempt: Int?
        /// Whether `willResume` was announced.
        var hasAnnouncedResume = false
        /// Whether this process has announced any event of the session.
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

    /// The result of an attempt to resume a session.
    enum ResumeOutcome: Equatable {
        case resumed
        /// The session can never be resumed.
        case impossible(ResumeFailure)
        /// A later attempt may succeed.
        case failed(CastError)
    }

    let configuration: Configuration
    private(set) var phase = Phase.idle
    private(set) var holds: Set<Hold> = []
    private var lastAttempt = 0

    init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    /// The time at which ``deadlineReached(now:)`` must be called next.
    var nextDeadline: NIODeadline? {
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

    /// Whether a session can be started now. A suspended session is replaced.
    var canStart: Bool {
        switch phase {
        case .idle, .suspended: true
        case .starting, .running, .searching, .ending: false
        }
    }

    /// Whether the result of this attempt is still needed.
    func awaits(_ attempt: Int) -> Bool { phase == .starting(attempt: attempt) || suspension?.attempt == attempt }

    var suspension: Suspension? {
        guard case .suspended(let suspension) = phase else { return nil }
        return suspension
    }

    // MARK: Starting

    /// Starts a session.
    mutating func startRequested() -> [Action] {
        guard canStart else { return [] }
        holds.remove(.request)
        var actions: [Action] = []
        if let suspension {
            if let attempt = suspension.attempt { actions.append(.cancel(attempt)) }
            // An announced resumption needs an end event; a session that was only suspended is discarded silently.
            if suspension.hasAnnouncedResume { actions += [.announce(.willEnd), .announce(.ended(.left))] }
            actions += [.release(.left), .removeRecord]
        }
        lastAttempt += 1
        phase = .starting(attempt: lastAttempt)
        return actions + [.announce(.willStart), .connect(lastAttempt)]
    }

    /// Takes over a session that was started without this machine.
    mutating func adopted() -> [Action] {
        guard phase == .idle else { return [] }
        phase = .running
        return [.saveRecord]
    }

    mutating func startSucceeded(_ attempt: Int, now: NIODeadline) -> [Action] {
        guard phase == .starting(attempt: attempt) else { return [] }
        phase = .running
        return [.announce(.started), .saveRecord] + suspendIfInBackground()
    }

    mutating func startFailed(_ attempt: Int, _ error: CastError) -> [Action] {
        guard phase == .starting(attempt: attempt) else { return [] }
        phase = .idle
        return [.announce(.failedToStart(error))]
    }

    /// Cancels the start of a session.
    mutating func startCancelled(_ error: CastError) -> [Action] {
        guard case .starting(let attempt) = phase else { return [] }
        phase = .idle
        return [.cancel(attempt), .announce(.failedToStart(error))]
    }

    // MARK: Ending

    /// Ends the session. Returns no actions when there is no session, or it is already ending.
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

    /// Handles the closing of the driver: no attempts are made and no events are announced afterward. A start or an end
    /// in progress runs to its own completion.
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

    /// Handles the report that the application is gone, or has disconnected this sender.
    ///
    /// - Parameter canMove: Whether the media can be moved, and there is another device that it could have been moved
    ///   to.
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

    /// Handles the discovery of the session on another device, which the driver has switched to.
    mutating func foundElsewhere(now: NIODeadline) -> [Action] {
        guard case .searching = phase else { return [] }
        return [.stopSearching] + moved(now: now)
    }

    /// Handles a transfer by this sender to another device, which the driver has switched to.
    mutating func transferred(now: NIODeadline) -> [Action] {
        guard phase == .running else { return [] }
        return moved(now: now)
    }

    private mutating func moved(now: NIODeadline) -> [Action] {
        phase = .suspended(Suspension(reason: .transferring, backOff: configuration.reconnect.backOff))
        return [.disconnect(.transferring), .announce(.suspended(.transferring))] + restart(now: now)
    }

    // MARK: Suspending

    /// Handles the loss of the connection.
    mutating func connectionLost(_ reason: CloseReason, now: NIODeadline) -> [Action] {
        guard phase == .running else { return [] }
        guard reason != .closedLocally, window > .zero else { return ended(.connectionLost(reason)) }
        let isUnreachable = holds.contains(.unreachable)
        return suspended(isUnreachable ? .networkUnreachable : .connectionLost(reason), now: now)
    }

    /// Suspends the session until ``resumeRequested(now:)``. Returns no actions when no session is running.
    mutating func suspendRequested(_ reason: SuspendReason, now: NIODeadline) -> [Action] {
        guard phase == .running else { return [] }
        holds.insert(.request)
        return [.disconnect(reason)] + suspended(reason, now: now)
    }

    /// Resumes the session of an earlier process.
    mutating func recordFound(now: NIODeadline) -> [Action] {
        guard phase == .idle else { return [] }
        var suspension = Suspension(reason: .appTerminated, backOff: configuration.reconnect.backOff)
        suspension.isAnnounced = false
        phase = .suspended(suspension)
        return restart(now: now)
    }

    /// Resumes a suspended session now.
    mutating func resumeRequested(now: NIODeadline) -> [Action] {
        holds.remove(.request)
        return restart(now: now)
    }

    mutating func enteredBackground(now: NIODeadline) -> [Action] {
        guard configuration.suspendsInBackground, holds.insert(.background).inserted else { return [] }
        if case .suspended(var suspension) = phase {
            let cancellation = pause(&suspension)
            phase = .suspended(suspension)
            return cancellation
        }
        return suspendIfInBackground()
    }

    mutating func enteredForeground(now: NIODeadline) -> [Action] {
        guard holds.remove(.background) != nil else { return [] }
        return restart(now: now)
    }

    /// Handles a change in whether the network reaches the device.
    mutating func networkChanged(isReachable: Bool, now: NIODeadline) -> [Action] {
        if isReachable {
            guard holds.remove(.unreachable) != nil else { return phase == .running ? [.checkConnection] : [] }
            return phase == .running ? [.checkConnection] : restart(now: now, isShared: true)
        }
        guard holds.insert(.unreachable).inserted else { return [] }
        if case .running = phase, window > .zero {
            return [.disconnect(.networkUnreachable)] + suspended(.networkUnreachable, now: now)
        }
        guard case .suspended(var suspension) = phase else { return [] }
        let windowEnd = suspension.windowEnd
        let cancellation = pause(&suspension)
        suspension.windowEnd = windowEnd
        phase = .suspended(suspension)
        return cancellation
    }

    /// Handles the wake-up of this machine.
    mutating func woke(now: NIODeadline) -> [Action] {
        phase == .running ? [.checkConnection] : restart(now: now, isShared: true)
    }

    /// Handles another address of the device in discovery.
    mutating func deviceMoved(now: NIODeadline) -> [Action] {
        guard case .suspended(var suspension) = phase, holds.isEmpty else { return [] }
        let cancellation = suspension.attempt.map { [Action.cancel($0)] } ?? []
        suspension.attempt = nil
        suspension.backOff.reset()
        phase = .suspended(suspension)
        return cancellation + tryNow(now: now)
    }

    mutating func resumeFinished(_ attempt: Int, _ outcome: ResumeOutcome, now: NIODeadline) -> [Action] {
        guard case .suspended(var suspension) = phase, suspension.attempt == attempt else {
            return []
        }
        suspension.attempt = nil
        switch outcome {
        case .resumed:
            phase = .running
            return [.announce(.resumed), .saveRecord] + suspendIfInBackground()
        case .impossible(let failure):
            return ended(.notResumed(failure, after: suspension.reason))
        case .failed(let error):
            suspension.lastFailure = error
            suspension.nextTry = now + TimeAmount(suspension.backOff.next())
            phase = .suspended(suspension)
            return []
        }
    }

    mutating func deadlineReached(now: NIODeadline) -> [Action] {
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

    // MARK: Implementation

    private var window: TimeAmount { TimeAmount(configuration.reconnect.window) }

    /// The window after an intentional suspension, which exists even if the policy has none for a lost connection.
    private var resumeWindow: TimeAmount { window > .zero ? window : TimeAmount(ReconnectPolicy.standard.window) }

    private mutating func ended(_ reason: SessionEndReason, isSilent: Bool = false) -> [Action] {
        phase = .idle
        holds.remove(.request)
        let willEndAction: [Action] = isSilent ? [] : [.announce(.willEnd)]
        let endedAction: [Action] = isSilent ? [] : [.announce(.ended(reason))]
        return willEndAction + [.release(reason)] + endedAction + [.removeRecord]
    }

    private mutating func suspendIfInBackground() -> [Action] {
        guard phase == .running, holds.contains(.background) else { return [] }
        phase = .suspended(Suspension(reason: .appBackgrounded, backOff: configuration.reconnect.backOff))
        return [.disconnect(.appBackgrounded), .announce(.suspended(.appBackgrounded)), .saveRecord]
    }

    private mutating func suspended(_ reason: SuspendReason, now: NIODeadline) -> [Action] {
        phase = .suspended(Suspension(reason: reason, backOff: configuration.reconnect.backOff))
        return [.announce(.suspended(reason)), .saveRecord] + restart(now: now, isShared: true)
    }

    /// Starts a window and a series of attempts, unless they are held.
    ///
    /// - Parameter isShared: Whether other sessions are likely to start theirs now for the same reason.
    private mutating func restart(now: NIODeadline, isShared: Bool = false) -> [Action] {
        guard case .suspended(var suspension) = phase else { return [] }
        guard holds.isDisjoint(with: [.background, .request]) else { return [] }
        suspension.windowEnd = now + resumeWindow
        suspension.backOff.reset()
        let isPossible = !holds.contains(.unreachable) && suspension.attempt == nil
        let delay = isShared && isPossible ? suspension.backOff.next() : .zero
        if delay > .zero { suspension.nextTry = now + TimeAmount(delay) }
        phase = .suspended(suspension)
        return isPossible && delay == .zero ? tryNow(now: now) : []
    }

    /// Stops the attempts; returns the action that cancels an attempt in progress.
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
        let isFirst = !suspension.hasAnnouncedResume
        suspension.hasAnnouncedResume = true
        suspension.isAnnounced = true
        phase = .suspended(suspension)
        return (isFirst ? [.announce(.willResume)] : []) + [.rejoin(lastAttempt)]
    }
}
