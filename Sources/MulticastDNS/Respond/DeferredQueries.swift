import NIOCore

/// Queries whose known answers continue in further datagrams (RFC 6762 section 7.2).
struct DeferredQueries {
    struct Query {
        var source: PacketSource
        var questions: [DNSQuestion]
        var knownAnswers: [DNSRecord]
        var dueAt: NIODeadline
    }

    /// Most hosts whose further datagrams are awaited at once, and most known answers of each.
    static let sourceLimit = 64
    static let knownAnswerLimit = 4_096

    private var queries: [Query] = []
    /// Queries answered without waiting and known answers ignored, because there were too many.
    private(set) var overflows = 0

    var nextDeadline: NIODeadline { queries.map(\.dueAt).min() ?? .distantFuture }

    /// Takes a message that is, or continues, such a query; false when the message is a query of its own.
    mutating func take(
        _ message: DNSMessage,
        from source: PacketSource,
        delay: TimeAmount,
        now: NIODeadline
    ) -> Bool {
        let index = queries.firstIndex { $0.source.address == source.address }
        if let index, message.questions.isEmpty || message.flags.isTruncated {
            let room = Self.knownAnswerLimit - queries[index].knownAnswers.count
            if room < message.answers.count { overflows += 1 }
            queries[index].knownAnswers += message.answers.prefix(max(0, room))
            queries[index].questions += message.questions.prefix(64)
            return true
        }
        guard message.flags.isTruncated else { return false }
        guard queries.count < Self.sourceLimit else {
            overflows += 1
            return false
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
