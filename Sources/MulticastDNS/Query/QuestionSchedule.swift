import NIOCore

/// When a question is asked next.
///
/// Intervals between askings: 1 s, 2 s, 4 s … 3600 s (RFC 6762 section 5.2).
struct QuestionSchedule: Hashable {
    /// Why a question is asked.
    enum Purpose: Hashable {
        /// Somebody browses: for ever.
        case browse
        /// An instance lacks a record: until it is there.
        case missing
        /// A record is doubted: three times.
        case confirm
    }

    static let longestInterval = TimeAmount.seconds(3_600)
    /// How often the question also goes out as a one-shot query: after that, whoever answers those has answered.
    static let oneShotAttempts = 3
    /// Never the same question twice within this time.
    static let shortestInterval = TimeAmount.seconds(1)

    var purpose: Purpose
    var nextAt: NIODeadline
    /// When to send it as a one-shot query ahead of the multicast one.
    var oneShotAt: NIODeadline?
    var attempts = 0
    var attemptLimit = Int.max

    /// Notes that the question was asked; returns whether it will be asked again.
    mutating func asked(at now: NIODeadline) -> Bool {
        let interval = attempts >= 12 ? Self.longestInterval : .seconds(1 << Int64(attempts))
        attempts += 1
        nextAt = now + min(interval, Self.longestInterval)
        return attempts < attemptLimit
    }

    var deadline: NIODeadline { min(nextAt, oneShotAt ?? .distantFuture) }
}
