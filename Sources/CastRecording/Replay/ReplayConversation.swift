// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The replay of the messages of one connection. Part of ``ReplayMachine``.
///
/// A message of this end that answers a request is sent after that request was matched. Every other message of this end
/// is sent after all earlier messages of the peers, on all connections, were matched or were overdue, or after a later
/// one of this connection was matched. Both are sent after the recorded delay.
struct ReplayConversation {
    /// A recorded message of the peer.
    struct Expected {
        var message: CastMessage
        var payload: JSONObject?
        var milliseconds: Int
        /// The position in the recording.
        var position: Int
        /// The time of the message of a peer before this one, on any connection.
        var precedingMilliseconds: Int
        var isMatched = false
        var isOverdue = false
        /// The recorded messages of this end that answer this one, as indexes of `own`.
        var answers: [Int] = []
        /// The request id of the matching live message.
        var liveRequestID: JSONValue?

        var isSettled: Bool { isMatched || isOverdue }
    }

    /// A recorded action of this end.
    struct Own {
        /// The message; nil to close the connection.
        var message: CastMessage?
        var payload: JSONObject?
        var milliseconds: Int
        var position: Int
        /// The time of the message of a peer before this one, on any connection.
        var precedingMilliseconds: Int
        /// The request that the message answers.
        var request: RecordedRequests.Reference?
    }

    enum State: Equatable {
        case unopened
        case open
        case closed
    }

    var expected: [Expected] = []
    var own: [Own] = []
    /// The number of the conversation.
    let number: Int
    /// When and at which position the connection was opened and closed in the recording.
    let opened: (milliseconds: Int, position: Int)
    var closed: (milliseconds: Int, position: Int)?
    var state = State.unopened
    private(set) var sentCount = 0
    /// The number of leading messages of the peer that are settled.
    private(set) var settledCount = 0
    /// The due time of the last scheduled action that answers no request.
    private(set) var lastDue = Duration.zero

    private let options: ReplayOptions
    /// The types of the requests of this end, by their ids, which the answers have, too. Empty for a device.
    var requests: [Int64: String] = [:]
    /// The messages of the peer that answer the requests of this end, as indexes of `expected`.
    var expectedAnswers: [Int64: [Int]] = [:]
    /// The messages of the peer that were not matched yet, by key, in the order of the recording.
    var waiting: [MessageKey: (indexes: [Int], next: Int)] = [:]
    /// The indexes of `own` that are sent in order, and how many of them were scheduled.
    var sequence: [Int] = []
    private var scheduledCount = 0
    /// What is scheduled, earliest first.
    private var schedule: [(due: Duration, index: Int)] = []
    private var lastMatchedPosition = -1

    /// Creates a conversation without messages.
    init(_ number: Int, opened: (milliseconds: Int, position: Int), options: ReplayOptions) {
        self.number = number
        self.opened = opened
        self.options = options
    }

    /// The members with the id of a request. The last one is that of the setup namespace.
    static let requestIDKeys = ["requestId", "launchRequestId", "request_id"]

    /// The id of a request, or of the request that a message answers. A status that a launch causes has the id of the
    /// launch in a member of its own.
    static func requestID(_ payload: JSONObject?) -> Int64? {
        for key in requestIDKeys {
            if case .integer(let id)? = payload?[key], id != 0 { return id }
        }
        return nil
    }

    func key(of message: CastMessage, _ payload: JSONObject?) -> MessageKey {
        let id = Self.requestID(payload)
        return MessageKey(message, payload, answeredRequest: id.flatMap { requests[$0] == nil ? nil : $0 })
    }

    // MARK: - Live events

    /// Records that the connection is open.
    mutating func open(at now: Duration) {
        state = .open
        lastDue = now
    }

    /// Finds the recorded message that a live one matches, and schedules what answers it.
    ///
    /// - Returns: The index of the recorded message in `expected`; nil if there is none.
    mutating func match(_ message: CastMessage, _ payload: JSONObject?, at now: Duration) -> Int? {
        let key = key(of: message, payload)
        guard let index = nextIndex(waitingFor: key) ?? nextAnswer(instead: key) else { return nil }
        expected[index].isMatched = true
        expected[index].liveRequestID = payload?["requestId"] ?? payload?["request_id"]
        lastMatchedPosition = max(lastMatchedPosition, expected[index].position)
        for answer in expected[index].answers {
            add(answer, due: now + options.delay(milliseconds: own[answer].milliseconds - expected[index].milliseconds))
        }
        return index
    }

    /// The type of the request of this end that a message answers; nil if it answers none.
    func requestType(answeredBy payload: JSONObject?) -> String? {
        Self.requestID(payload).flatMap { requests[$0] }
    }

    private mutating func nextIndex(waitingFor key: MessageKey) -> Int? {
        guard var entry = waiting[key] else { return nil }
        defer { waiting[key]?.next = entry.next }
        while entry.next < entry.indexes.count {
            let index = entry.indexes[entry.next]
            entry.next += 1
            if !expected[index].isMatched { return index }
        }
        return nil
    }

    /// A request that was carried out in the recording and is refused now, or the reverse, is answered all the same.
    private func nextAnswer(instead key: MessageKey) -> Int? {
        guard let id = key.answeredRequest else { return nil }
        return expectedAnswers[id]?.first { index in
            let candidate = expected[index]
            return !candidate.isMatched && candidate.message.namespace == key.namespace
                && (MessageKey.isRefusal(key.type) || MessageKey.isRefusal(MessageKey.type(of: candidate.message)))
        }
    }

    // MARK: - Order

    /// Skips the messages of the peer that are settled. Returns the index of the first one that is not.
    mutating func nextUnsettled() -> Int? {
        while settledCount < expected.count, expected[settledCount].isSettled { settledCount += 1 }
        return settledCount < expected.count ? settledCount : nil
    }

    /// Records that a message of the peer is overdue, so that nothing waits for it.
    mutating func setOverdue(_ index: Int) { expected[index].isOverdue = true }

    /// Schedules the actions that no longer wait for a message of a peer.
    ///
    /// - Parameter position: The position of the first message of a peer that is not settled, on any connection.
    mutating func schedule(before position: Int, at now: Duration) {
        guard state == .open else { return }
        while scheduledCount < sequence.count {
            let next = own[sequence[scheduledCount]]
            let isReady = next.position < position
            guard isReady || lastMatchedPosition > next.position else { return }
            scheduledCount += 1
            if let request = next.request, request.conversation == number, !expected[request.index].isMatched {
                continue
            }
            // The peer is already beyond an action that is not ready.
            let before = max(opened.milliseconds, next.precedingMilliseconds)
            let delay = isReady ? options.delay(milliseconds: next.milliseconds - before) : .zero
            lastDue = max(lastDue, now + delay)
            add(sequence[scheduledCount - 1], due: lastDue)
        }
    }

    /// Inserts an action after those that are due at the same time and precede it in the recording.
    private mutating func add(_ index: Int, due: Duration) {
        let place = schedule.lastIndex { ($0.due, $0.index) < (due, index) }.map { $0 + 1 } ?? 0
        schedule.insert((due, index), at: place)
    }

    /// When the next action is due, and its position in the recording; nil if none is scheduled.
    var nextAction: (due: Duration, position: Int)? {
        guard state == .open, let first = schedule.first else { return nil }
        return (first.due, own[first.index].position)
    }

    /// Removes the next action from the schedule.
    mutating func takeAction() -> Own {
        sentCount += 1
        return own[schedule.removeFirst().index]
    }

    /// Whether everything was sent, and everything of the peer arrived or is overdue.
    var isDone: Bool {
        schedule.isEmpty && scheduledCount == sequence.count && settledCount == expected.count
    }
}
