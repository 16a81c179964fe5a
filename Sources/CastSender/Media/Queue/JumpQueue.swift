// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Serializes jumps within the queue.
///
/// A jump while another request modifies the queue has broken sessions on real receivers, so at most one is in flight.
/// Of the jumps that wait meanwhile, the latest replaces the others. Steps forward and backward add up: pressing "next"
/// three times skips three items.
struct JumpQueue {
    enum Target: Equatable {
        case item(Int, at: Double?)
        /// A number of items forward, or backward if negative.
        case by(Int)
    }

    struct Jump: Equatable {
        var target: Target
        var customData: JSONValue?
        /// The id of its request; nil for the next one. Of combined jumps, the id of the latest.
        var requestID: Int?
        /// The callers that wait for the jump.
        var waiters: [Int]
    }

    /// The result of a new jump.
    struct JumpResult: Equatable {
        /// The jump to send now.
        var send: Jump?
        /// The callers whose jump was replaced.
        var replaced: [Int] = []
    }

    /// The result of a reply.
    struct ReplyResult: Equatable {
        /// The callers whose jump was answered.
        var answered: [Int] = []
        var send: Jump?
        /// The callers whose steps forward and backward canceled each other out.
        var idle: [Int] = []
    }

    private(set) var current: Jump?
    private(set) var next: Jump?

    mutating func jump(
        _ target: Target,
        customData: JSONValue? = nil,
        requestID: Int? = nil,
        waiter: Int
    ) -> JumpResult {
        var jump = Jump(target: target, customData: customData, requestID: requestID, waiters: [waiter])
        guard current != nil else {
            current = jump
            return JumpResult(send: jump)
        }
        guard let waiting = next else {
            next = jump
            return JumpResult()
        }
        if case .by(let steps) = target, case .by(let waitingSteps) = waiting.target {
            let (sum, isTooFar) = steps.addingReportingOverflow(waitingSteps)
            jump.target = .by(isTooFar ? steps : sum)
            jump.waiters = waiting.waiters + jump.waiters
            next = jump
            return JumpResult()
        }
        next = jump
        return JumpResult(replaced: waiting.waiters)
    }

    /// Handles the reply to the jump in flight, or its failure.
    mutating func answered() -> ReplyResult {
        var outcome = ReplyResult(answered: current?.waiters ?? [])
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

    /// Handles the cancellation of a caller. A jump that was not sent and that no caller waits for is dropped.
    mutating func cancelled(_ waiter: Int) {
        current?.waiters.removeAll { $0 == waiter }
        next?.waiters.removeAll { $0 == waiter }
        if next?.waiters.isEmpty == true { next = nil }
    }
}
