// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The times at which a question is asked.
///
/// Intervals between queries: 1 s, 2 s, 4 s and so on up to 3600 s (RFC 6762 section 5.2).
struct QuestionSchedule: Hashable {
    /// The reason why a question is asked.
    enum Purpose: Hashable {
        /// A browse is active. Repeated without limit.
        case browse
        /// A record of an instance is missing. Repeated until it is received, at most ``attemptLimit`` times.
        case missing
        /// A record is doubtful. Asked three times.
        case confirm
    }

    static let longestInterval = TimeAmount.seconds(3_600)
    /// The number of times the question is also sent as a one-shot query. Hosts that support one-shot queries have
    /// answered by then.
    static let oneShotAttempts = 3
    /// The shortest interval between two queries with the same question.
    static let shortestInterval = TimeAmount.seconds(1)

    var purpose: Purpose
    var nextAt: NIODeadline
    /// The time of the one-shot query that precedes the first multicast query.
    var oneShotAt: NIODeadline?
    var attempts = 0
    var attemptLimit = Int.max

    /// Records that the question was asked. Returns whether to ask it again.
    mutating func asked(at now: NIODeadline) -> Bool {
        let interval = attempts >= 12 ? Self.longestInterval : .seconds(1 << Int64(attempts))
        attempts += 1
        nextAt = now + min(interval, Self.longestInterval)
        return attempts < attemptLimit
    }

    var deadline: NIODeadline { min(nextAt, oneShotAt ?? .distantFuture) }
}

/// Packs questions and known answers into datagrams.
enum QueryPacker {
    /// Packs questions into datagrams. Known answers that do not fit follow in further datagrams, and all but the last
    /// datagram are marked as truncated (RFC 6762 section 7.2).
    static func pack(
        _ questions: [DNSQuestion],
        id: UInt16 = 0,
        limit: Int = DNSMessage.sendLimit,
        knownAnswers: (DNSQuestion) -> [DNSRecord]
    ) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var remaining = questions[...]
        while !remaining.isEmpty {
            var writer = DNSMessageWriter(id: id, flags: .query, limit: limit)
            var known: [DNSRecord] = []
            while let question = remaining.first, writer.append(question) {
                known += knownAnswers(question)
                remaining.removeFirst()
            }
            for record in known where !writer.append(record, .answer) {
                writer.setFlags(.queryWithMoreKnownAnswers)
                datagrams.append(writer.finish())
                writer = DNSMessageWriter(id: id, flags: .query, limit: limit)
                _ = writer.append(record, .answer)
            }
            datagrams.append(writer.finish())
        }
        return datagrams
    }
}
