import CastWire

/// Jumps within the queue, one after the other.
///
/// A jump while another request moves the queue has broken sessions of real receivers, so at most one is in flight.
/// Of those that wait meanwhile the latest counts; steps forward and back add up, since a person who presses "next"
/// three times wants to go three items on.
struct JumpLine {
    enum Target: Equatable {
        case item(Int, at: Double?)
        /// So many items on, or back.
        case by(Int)
    }

    struct Jump: Equatable {
        var target: Target
        var customData: JSONValue?
        /// Who waits for it.
        var waiters: [Int]
    }

    /// What follows from a new jump.
    struct OnJump: Equatable {
        /// To be sent now.
        var send: Jump?
        /// Whose jump will not be made.
        var replaced: [Int] = []
    }

    /// What follows from an answer.
    struct OnAnswer: Equatable {
        /// Whose jump was answered.
        var answered: [Int] = []
        var send: Jump?
        /// Whose steps forward and back made no difference in the end.
        var idle: [Int] = []
    }

    private(set) var current: Jump?
    private(set) var next: Jump?

    mutating func jump(_ target: Target, customData: JSONValue? = nil, waiter: Int) -> OnJump {
        var jump = Jump(target: target, customData: customData, waiters: [waiter])
        guard current != nil else {
            current = jump
            return OnJump(send: jump)
        }
        guard let waiting = next else {
            next = jump
            return OnJump()
        }
        if case .by(let steps) = target, case .by(let others) = waiting.target {
            let (sum, isTooFar) = steps.addingReportingOverflow(others)
            jump.target = .by(isTooFar ? steps : sum)
            jump.waiters = waiting.waiters + jump.waiters
            next = jump
            return OnJump()
        }
        next = jump
        return OnJump(replaced: waiting.waiters)
    }

    /// The jump in flight was answered, or failed.
    mutating func answered() -> OnAnswer {
        var outcome = OnAnswer(answered: current?.waiters ?? [])
        current = nil
        guard let jump = next else { return outcome }
        next = nil
        if jump.target == .by(0) {
            outcome.idle = jump.waiters
        } else {
            current = jump
            outcome.send = jump
        }
        return outcome
    }

    /// Somebody does not wait any more. A jump that was not sent and for which nobody waits is not made.
    mutating func cancelled(_ waiter: Int) {
        current?.waiters.removeAll { $0 == waiter }
        next?.waiters.removeAll { $0 == waiter }
        if next?.waiters.isEmpty == true { next = nil }
    }
}
