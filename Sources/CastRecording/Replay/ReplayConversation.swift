// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The replay of the messages of one connection. Part of ``ReplayMachine``.
///
/// A message of this end that answers a request is sent after that request was matched. Every other message of this end
/// is sent after all earlier messages of the peer were matched, were overdue, or were overtaken by a later one. Both are
/// sent after the recorded delay.
struct ReplayConversation {
    /// A recorded message of the peer.
    struct Expected {
        var message: CastMessage
        var payload: JSONObject?
        var milliseconds: Int
        /// The position in the recording.
        var position: Int
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
        /// The request that the message answers, as an index of `expected`.
        var request: Int?
        /// The number of messages of the peer before this one.
        var expectedBefore: Int
    }

    enum State: Equatable {
        case unopened
        case open
        case closed
    }

    private(set) var expected: [Expected] = []
    private(set) var own: [Own] = []
    /// When the connection was opened and closed in the recording.
    private(set) var openedMilliseconds = 0
    private(set) var closedMilliseconds: Int?
    var state = State.unopened
    private(set) var sentCount = 0

    private let options: ReplayOptions
    /// The types of the requests of this end, by their ids, which the answers have, too. Empty for a device.
    private var requests: [Int64: String] = [:]
    /// The messages of the peer that answer the requests of this end, as indexes of `expected`.
    private var expectedAnswers: [Int64: [Int]] = [:]
    /// The messages of the peer that were not matched yet, by key, in the order of the recording.
    private var waiting: [MessageKey: (indexes: [Int], next: Int)] = [:]
    /// The indexes of `own` that answer no request, and how many of them were scheduled.
    private var sequence: [Int] = []
    private var scheduledCount = 0
    /// What is scheduled, earliest first.
    private var schedule: [(due: Duration, index: Int)] = []
    /// The due time of the last scheduled action that answers no request.
    private var lastDue = Duration.zero
    /// The number of leading messages of the peer that are settled, and when the last of them was.
    private var settledCount = 0
    private var settledAt = Duration.zero
    private var lastMatchedPosition = -1

    /// Reads the events of one connection.
    init(_ events: [RecordedEvent], as role: ReplayRole, options: ReplayOptions) {
        self.options = options
        openedMilliseconds = events.first?.milliseconds ?? 0
        let peerDirection: RecordedEvent.Direction = role == .device ? .toDevice : .toSender
        var latest: [RequestKey: Int] = [:]
        for (position, event) in events.enumerated() {
            switch event.kind {
            case .message(let message, let direction):
                // The heartbeat depends on time, and authentication needs keys that a recording does not have.
                if message.namespace == .heartbeat || message.namespace == .deviceAuth { continue }
                let payload = try? message.jsonObject()
                let id = Self.requestID(payload)
                if direction == peerDirection {
                    // Devices send the answers that concern every sender to all.
                    for sender in [message.sourceID, CastMessage.broadcastID] {
                        guard role == .device, let id else { break }
                        latest[RequestKey(id: id, namespace: message.namespace, sender: sender)] = expected.count
                    }
                    append(expected: message, payload, event.milliseconds, position)
                } else {
                    var request: Int?
                    if role == .device, let id {
                        request =
                            latest[
                                RequestKey(id: id, namespace: message.namespace, sender: message.destinationID)
                            ]
                    }
                    if role == .sender, let id { requests[id] = MessageKey.type(of: message) }
                    append(own: message, payload, event.milliseconds, position, request: request)
                }
            case .closed(let closer, _):
                closedMilliseconds = event.milliseconds
                if closer.rawValue == role.rawValue {
                    append(own: nil, nil, event.milliseconds, position, request: nil)
                }
            default: break
            }
        }
    }

    private struct RequestKey: Hashable {
        var id: Int64
        var namespace: CastNamespace
        var sender: String
    }

    private mutating func append(
        expected message: CastMessage,
        _ payload: JSONObject?,
        _ milliseconds: Int,
        _ position: Int
    ) {
        let key = key(of: message, payload)
        waiting[key, default: ([], 0)].indexes.append(expected.count)
        if let id = key.answeredRequest { expectedAnswers[id, default: []].append(expected.count) }
        expected.append(
            Expected(message: message, payload: payload, milliseconds: milliseconds, position: position)
        )
    }

    private mutating func append(
        own message: CastMessage?,
        _ payload: JSONObject?,
        _ milliseconds: Int,
        _ position: Int,
        request: Int?
    ) {
        if let request { expected[request].answers.append(own.count) } else { sequence.append(own.count) }
        own.append(
            Own(
                message: message,
                payload: payload,
                milliseconds: milliseconds,
                position: position,
                request: request,
                expectedBefore: expected.count
            )
        )
    }

    /// The id of a request, or of the request that a message answers. A status that a launch causes has the id of the
    /// launch in a member of its own.
    private static func requestID(_ payload: JSONObject?) -> Int64? {
        for key in ["requestId", "launchRequestId"] {
            if case .integer(let id)? = payload?[key], id != 0 { return id }
        }
        return nil
    }

    private func key(of message: CastMessage, _ payload: JSONObject?) -> MessageKey {
        let id = Self.requestID(payload)
        return MessageKey(message, payload, answeredRequest: id.flatMap { requests[$0] == nil ? nil : $0 })
    }

    // MARK: - Events

    /// Records that the connection is open.
    mutating func open(at now: Duration) {
        state = .open
        settledAt = now
        lastDue = now
        settle(at: now)
    }

    /// Finds the recorded message that a live one matches, and schedules what answers it.
    ///
    /// - Returns: The index of the recorded message in `expected`; nil if there is none.
    mutating func match(_ message: CastMessage, _ payload: JSONObject?, at now: Duration) -> Int? {
        let key = key(of: message, payload)
        guard let index = nextIndex(waitingFor: key) ?? nextAnswer(instead: key) else { return nil }
        expected[index].isMatched = true
        expected[index].liveRequestID = payload?["requestId"]
        lastMatchedPosition = max(lastMatchedPosition, expected[index].position)
        for answer in expected[index].answers {
            add(answer, due: now + options.delay(milliseconds: own[answer].milliseconds - expected[index].milliseconds))
        }
        settle(at: now)
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

    /// Returns the next action that is due, in order; nil if none is.
    mutating func nextDue(at now: Duration) -> Own? {
        guard state == .open else { return nil }
        if schedule.first.map({ $0.due > now }) ?? true, let overdue, overdue <= now {
            expected[settledCount].isOverdue = true
            settle(at: now)
        }
        guard let first = schedule.first, first.due <= now else { return nil }
        schedule.removeFirst()
        sentCount += 1
        return own[first.index]
    }

    /// When ``nextDue(at:)`` has something to do; nil if it waits for the peer only, or for nothing.
    var deadline: Duration? {
        guard state == .open else { return nil }
        return [schedule.first?.due, overdue].compactMap(\.self).min()
    }

    /// Whether everything was sent, and everything of the peer arrived or is overdue.
    var isDone: Bool {
        schedule.isEmpty && scheduledCount == sequence.count && settledCount == expected.count
    }

    /// When the next message of the peer is overdue.
    private var overdue: Duration? {
        guard settledCount < expected.count else { return nil }
        let before = settledCount == 0 ? openedMilliseconds : expected[settledCount - 1].milliseconds
        let delay = options.delay(milliseconds: expected[settledCount].milliseconds - before)
        // What this end still has to send before it takes its time, too.
        return max(settledAt + delay, lastDue) + options.patience
    }

    /// Schedules the actions that no longer wait for a message of the peer.
    private mutating func settle(at now: Duration) {
        while settledCount < expected.count, expected[settledCount].isSettled {
            settledCount += 1
            settledAt = now
        }
        guard state == .open else { return }
        while scheduledCount < sequence.count {
            let next = own[sequence[scheduledCount]]
            let isReady = next.expectedBefore <= settledCount
            guard isReady || lastMatchedPosition > next.position else { return }
            let before =
                next.expectedBefore == 0 ? openedMilliseconds : expected[next.expectedBefore - 1].milliseconds
            // The peer is already beyond an action that is not ready.
            let delay = isReady ? options.delay(milliseconds: next.milliseconds - before) : .zero
            lastDue = max(lastDue, now + delay)
            add(sequence[scheduledCount], due: lastDue)
            scheduledCount += 1
        }
    }

    /// Inserts an action after those that are due at the same time and precede it in the recording.
    private mutating func add(_ index: Int, due: Duration) {
        let place = schedule.lastIndex { ($0.due, $0.index) < (due, index) }.map { $0 + 1 } ?? 0
        schedule.insert((due, index), at: place)
    }
}
