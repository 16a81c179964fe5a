/// What happens because time has passed.
extension ReceiverPlatform {
    /// When ``timeReached(_:)`` is due, if at all.
    var nextDeadline: ContinuousClock.Instant? {
        [question?.deadline, readyDeadline, lastSenderDeadline, idleDeadline].compactMap(\.self).min()
    }

    /// ``nextDeadline`` has come.
    mutating func timeReached(_ now: ContinuousClock.Instant) -> [PlatformAction] {
        advance(to: now)
        var actions: [PlatformAction] = []
        // Nobody said anything, which is no yes.
        if let question, question.deadline <= now { actions += cancelQuestion(.userNotAllowed) }
        if let readyDeadline, readyDeadline <= now {
            actions += endApplication(.notReady) + broadcastStatus()
        } else if let lastSenderDeadline, lastSenderDeadline <= now {
            actions += endApplication(.lastSenderLeft) + broadcastStatus()
        } else if let idleDeadline, idleDeadline <= now {
            actions += endApplication(.idle) + broadcastStatus()
        }
        return actions
    }

    /// Notes when an event happens. Nothing changes between events, so what was of use before it was so until now.
    mutating func advance(to now: ContinuousClock.Instant) {
        self.now = now
        if !isIdle { busyUntil = now }
    }

    /// Whether what runs is of no use to anybody.
    private var isIdle: Bool {
        guard let application else { return false }
        return !application.ignoresIdleTimeout && activity != .playing && !isSenderConnected
    }

    private var idleDeadline: ContinuousClock.Instant? {
        let timeout = activity == .paused ? options.rules.pausedTimeout : options.rules.idleTimeout
        guard isIdle, let timeout, let busyUntil else { return nil }
        return busyUntil + timeout
    }
}
