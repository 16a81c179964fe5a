// SPDX-License-Identifier: Apache-2.0

import DequeModule
import NIOCore

/// Records to be multicast, each with its due time.
struct PendingAnswers {
    struct Answer {
        var dueAt: NIODeadline
        var families: AddressFamilies
    }

    /// Answers due within this interval are sent in the same datagram.
    static let coalescing = TimeAmount.milliseconds(15)

    private var answers: [RecordIdentifier: Answer] = [:]
    private var order: [RecordIdentifier] = []
    private(set) var nextDeadline = NIODeadline.distantFuture

    /// Adds a record. If it is already pending, the earlier due time and both sets of families apply.
    mutating func add(_ record: RecordIdentifier, at dueAt: NIODeadline, by families: AddressFamilies) {
        if var known = answers[record] {
            known.dueAt = min(known.dueAt, dueAt)
            known.families.formUnion(families)
            answers[record] = known
        } else {
            answers[record] = Answer(dueAt: dueAt, families: families)
            order.append(record)
        }
        nextDeadline = min(nextDeadline, dueAt)
    }

    mutating func remove(_ record: RecordIdentifier) {
        guard answers.removeValue(forKey: record) != nil else { return }
        order.removeAll { $0 == record }
    }

    var isEmpty: Bool { order.isEmpty }

    /// Removes and returns the due records by address families, in the order in which they were added.
    mutating func takeDue(at now: NIODeadline) -> [AddressFamilies: [RecordIdentifier]] {
        guard nextDeadline <= now else { return [:] }
        var due: [AddressFamilies: [RecordIdentifier]] = [:]
        var remaining: [RecordIdentifier] = []
        nextDeadline = .distantFuture
        for record in order {
            guard let answer = answers[record] else { continue }
            if answer.dueAt <= now + Self.coalescing {
                due[answer.families, default: []].append(record)
                answers[record] = nil
            } else {
                remaining.append(record)
                nextDeadline = min(nextDeadline, answer.dueAt)
            }
        }
        order = remaining
        return due
    }
}

/// Queries whose known answers continue in further datagrams (RFC 6762 section 7.2).
struct DeferredQueries {
    struct Query {
        var source: PacketSource
        var questions: [DNSQuestion]
        var knownAnswers: [DNSRecord]
        var dueAt: NIODeadline
    }

    /// The maximum number of hosts with deferred queries, and the maximum number of questions and of known answers of each.
    static let sourceLimit = 64
    static let questionLimit = 256
    static let knownAnswerLimit = 4_096

    private var queries: [Query] = []
    /// The number of queries answered without waiting, and of messages whose known answers were truncated, because of
    /// the limits.
    private(set) var overflows = 0

    var nextDeadline: NIODeadline { queries.map(\.dueAt).min() ?? .distantFuture }

    /// Stores a message that is, or continues, a deferred query. Returns false if the message is a query that can be
    /// answered on its own.
    mutating func take(
        _ message: DNSMessage,
        from source: PacketSource,
        delay: TimeAmount,
        now: NIODeadline
    ) -> Bool {
        let index = queries.firstIndex { $0.source.address == source.address }
        guard message.flags.isTruncated || index != nil && message.questions.isEmpty else { return false }
        let questions = index.map { queries[$0].questions.count } ?? 0
        guard index != nil || queries.count < Self.sourceLimit,
            questions + message.questions.count <= Self.questionLimit
        else {
            overflows += 1
            return false
        }
        if let index {
            let capacity = Self.knownAnswerLimit - queries[index].knownAnswers.count
            if capacity < message.answers.count { overflows += 1 }
            queries[index].knownAnswers += message.answers.prefix(max(0, capacity))
            queries[index].questions += message.questions
            return true
        }
        queries.append(
            Query(
                source: source,
                questions: message.questions,
                knownAnswers: message.answers,
                dueAt: now + delay
            )
        )
        return true
    }

    mutating func takeDue(at now: NIODeadline) -> [Query] {
        guard queries.contains(where: { $0.dueAt <= now }) else { return [] }
        let due = queries.filter { $0.dueAt <= now }
        queries.removeAll { $0.dueAt <= now }
        return due
    }
}

/// The queue of responses to one-shot queries.
///
/// A response about hundreds of services is built and sent in parts: the querier processes the first parts while the
/// others are built, and other work on the event loop is not delayed by the whole response.
struct OneShotAnswers {
    struct Answer {
        var id: UInt16
        var questions: [DNSQuestion]
        var records: ArraySlice<RecordIdentifier>
        var source: PacketSource
    }

    /// The time to live, in seconds, in responses to resolvers that do not implement multicast DNS (RFC 6762 section
    /// 6.7).
    static let timeToLive: UInt32 = 10
    /// The number of records sent at once, not counting their additional records.
    static let partSize = 32
    /// The maximum number of queued responses.
    static let limit = 64

    private var waiting: Deque<Answer> = []
    private(set) var nextDeadline = NIODeadline.distantFuture
    /// The number of responses dropped because the queue was full.
    private(set) var overflows = 0

    mutating func append(_ answer: Answer, now: NIODeadline) {
        guard waiting.count < Self.limit else {
            overflows += 1
            return
        }
        waiting.append(answer)
        nextDeadline = now
    }

    /// Removes and returns the next part of the response that has waited longest.
    mutating func takePart(at now: NIODeadline) -> (answer: Answer, part: ArraySlice<RecordIdentifier>)? {
        guard nextDeadline <= now, var answer = waiting.popFirst() else { return nil }
        let part = answer.records.prefix(Self.partSize)
        answer.records = answer.records.dropFirst(Self.partSize)
        // Back to the end of the queue, so that a large response does not delay the others.
        if !answer.records.isEmpty { waiting.append(answer) }
        nextDeadline = waiting.isEmpty ? .distantFuture : now
        return (answer, part)
    }
}
