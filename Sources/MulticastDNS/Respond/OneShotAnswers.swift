import DequeModule
import NIOCore

/// Answers to one-shot queries that are being sent.
///
/// An answer about hundreds of services is made and sent in parts: the asker reads the first ones while the others are made,
/// and nothing else on the event loop waits for all of them.
struct OneShotAnswers {
    struct Answer {
        var id: UInt16
        var questions: [DNSQuestion]
        var records: ArraySlice<OwnRecord>
        var source: PacketSource
    }

    /// Time to live in an answer to a resolver that is not multicast DNS (RFC 6762 section 6.7).
    static let timeToLive: UInt32 = 10
    /// Records sent at once, with what belongs to them.
    static let partSize = 32
    /// Most answers that wait.
    static let limit = 64

    private var waiting: Deque<Answer> = []
    private(set) var nextDeadline = NIODeadline.distantFuture
    /// Answers not given because too many waited.
    private(set) var overflows = 0

    mutating func append(_ answer: Answer, now: NIODeadline) {
        guard waiting.count < Self.limit else {
            overflows += 1
            return
        }
        waiting.append(answer)
        nextDeadline = now
    }

    /// The next part of the answer that waits longest.
    mutating func takePart(at now: NIODeadline) -> (answer: Answer, part: ArraySlice<OwnRecord>)? {
        guard nextDeadline <= now, var answer = waiting.popFirst() else { return nil }
        let part = answer.records.prefix(Self.partSize)
        answer.records = answer.records.dropFirst(Self.partSize)
        // To the end of the line: one large answer does not hold up the others.
        if !answer.records.isEmpty { waiting.append(answer) }
        nextDeadline = waiting.isEmpty ? .distantFuture : now
        return (answer, part)
    }
}
