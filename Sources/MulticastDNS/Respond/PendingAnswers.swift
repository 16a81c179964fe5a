import NIOCore

/// Records to be multicast, each at its time.
struct PendingAnswers {
    struct Answer {
        var dueAt: NIODeadline
        var families: AddressFamilies
    }

    /// Answers due this much later go out in the same datagram.
    static let coalescing = TimeAmount.milliseconds(15)

    private var answers: [OwnRecord: Answer] = [:]
    private var order: [OwnRecord] = []
    private(set) var nextDeadline = NIODeadline.distantFuture

    /// Adds a record, or lets it go earlier and by more families than planned.
    mutating func add(_ record: OwnRecord, at dueAt: NIODeadline, by families: AddressFamilies) {
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

    mutating func remove(_ record: OwnRecord) {
        guard answers.removeValue(forKey: record) != nil else { return }
        order.removeAll { $0 == record }
    }

    mutating func removeAll(where matches: (OwnRecord) -> Bool) {
        guard order.contains(where: matches) else { return }
        order.removeAll(where: matches)
        answers = answers.filter { !matches($0.key) }
    }

    func contains(_ record: OwnRecord) -> Bool {
        answers[record] != nil
    }

    var isEmpty: Bool { order.isEmpty }

    /// Takes out what is due, by families, in the order it was added.
    mutating func takeDue(at now: NIODeadline) -> [AddressFamilies: [OwnRecord]] {
        guard nextDeadline <= now else { return [:] }
        var due: [AddressFamilies: [OwnRecord]] = [:]
        var left: [OwnRecord] = []
        nextDeadline = .distantFuture
        for record in order {
            guard let answer = answers[record] else { continue }
            if answer.dueAt <= now + Self.coalescing {
                due[answer.families, default: []].append(record)
                answers[record] = nil
            } else {
                left.append(record)
                nextDeadline = min(nextDeadline, answer.dueAt)
            }
        }
        order = left
        return due
    }
}
