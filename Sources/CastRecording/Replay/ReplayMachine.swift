// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Decides what a replay sends, and compares what it receives with a recording. A state machine without I/O or a clock.
///
/// Times are durations since the start of the replay.
struct ReplayMachine {
    enum Action: Hashable {
        /// Open a connection (as a sender), and report ``opened(_:at:)`` or ``failed(_:reason:at:)``.
        case open(Int)
        case send(CastMessage, on: Int)
        case close(Int)
    }

    /// The time without a PING of this end after which it sends one, as senders and devices do.
    static let pingInterval = Duration.seconds(5)
    /// The maximum number of differences that are kept.
    static let differenceLimit = 1000

    private let role: ReplayRole
    private let options: ReplayOptions
    /// Whether the recording has placeholders for private values.
    private let isRedacted: Bool
    /// The conversations of the recorded connections, in the order of opening, then those that the recording lacks.
    private var conversations: [ReplayConversation]
    private let recordedCount: Int
    private var ids: ReplayIDs
    private var report = ReplayReport()
    private var nextPing: [Int: Duration] = [:]
    private var requestedOpens = 0
    /// When the last connection closed.
    private var lastClosed: Duration?
    private var isOverdue = false

    /// The first message of the peers that is not settled, on any connection: what the replay waits for.
    private struct Turn: Equatable {
        var conversation: Int
        var index: Int
        var position: Int
    }

    private var turn: Turn?
    /// When the turn began.
    private var turnStart = Duration.zero
    /// The connections that a peer has not opened in time, for which the others do not wait.
    private var absent: Set<Int> = []

    /// - Throws: ``RecordingError`` with ``RecordingError/Code/empty`` if the recording has no connection.
    init(_ recording: Recording, as role: ReplayRole, options: ReplayOptions) throws(RecordingError) {
        self.role = role
        self.options = options
        isRedacted = recording.header.isRedacted
        ids = ReplayIDs(of: role)
        conversations = ReplayConversation.all(of: recording, as: role, options)
        recordedCount = conversations.count
        guard recordedCount > 0 else {
            throw RecordingError(.empty, file: "the recording", "the recording has no connection that can be replayed")
        }
    }

    // MARK: - Events

    /// Starts the replay, or executes what is due.
    mutating func advance(to now: Duration) -> [Action] {
        var actions: [Action] = []
        // Before what is due, which may close the connection.
        for index in conversations.indices {
            guard conversations[index].state == .open, let ping = nextPing[index], ping <= now else { continue }
            nextPing[index] = now + Self.pingInterval
            actions.append(.send(heartbeat("PING"), on: index + 1))
        }
        actions += due(at: now)
        if let deadline = openDeadline, deadline <= now { isOverdue = true }
        return actions
    }

    /// Records that a connection is open. Connections are numbered from 1 in the order of opening.
    mutating func opened(_ socket: Int, at now: Duration) -> [Action] {
        while conversations.count < socket {
            let number = conversations.count
            conversations.append(ReplayConversation(number, opened: (0, 0), options: options))
            add(.unexpectedConnection(socket: conversations.count))
        }
        conversations[socket - 1].open(at: now)
        absent.remove(socket - 1)
        // Its first message is due from now on.
        if turn?.conversation == socket - 1 { turnStart = now }
        nextPing[socket - 1] = now + Self.pingInterval
        return due(at: now)
    }

    /// Records that a connection cannot be opened.
    mutating func failed(_ socket: Int, reason: String, at now: Duration) -> [Action] {
        add(.missingConnection(socket: socket, reason: reason))
        return closed(socket, at: now)
    }

    mutating func received(_ message: CastMessage, on socket: Int, at now: Duration) -> [Action] {
        guard conversations[socket - 1].state == .open else { return [] }
        switch message.namespace {
        case .heartbeat:
            guard MessageKey.type(of: message) == "PING" else { return [] }
            return [.send(reply("PONG", to: message), on: socket)]
        case .deviceAuth:
            // A sender that only prefers authentication goes on after the error.
            guard role == .device, case .binary(let bytes) = message.payload,
                case .challenge? = try? DeviceAuthMessage(parsing: bytes)
            else { return [] }
            let answer = CastMessage(
                from: message.destinationID,
                to: message.sourceID,
                namespace: .deviceAuth,
                payload: .binary(DeviceAuthMessage.error(.internalError).serializedBytes)
            )
            return [.send(answer, on: socket)]
        default: break
        }
        let payload = try? message.jsonObject()
        guard let index = conversations[socket - 1].match(message, payload, at: now) else {
            add(.unexpected(message, socket: socket))
            return []
        }
        report.matched += 1
        compare(message, payload, conversations[socket - 1].expected[index], on: socket)
        return due(at: now)
    }

    mutating func closed(_ socket: Int, at now: Duration) -> [Action] {
        conversations[socket - 1].state = .closed
        nextPing[socket - 1] = nil
        lastClosed = now
        return due(at: now)
    }

    // MARK: - State

    /// When ``advance(to:)`` has something to do; nil if the replay waits for the peer only.
    var deadline: Duration? {
        var deadlines = conversations.compactMap { $0.nextAction?.due } + nextPing.values
        if let overdueTime { deadlines.append(overdueTime) }
        if let next = nextOpen, let due = due(opening: next) { deadlines.append(due) }
        if !isOverdue, let openDeadline { deadlines.append(openDeadline) }
        return deadlines.min()
    }

    /// Whether nothing can follow.
    var isFinished: Bool {
        conversations.allSatisfy { conversation in
            switch conversation.state {
            case .closed: true
            case .open: false
            case .unopened: isOverdue
            }
        }
    }

    /// The result, with what is still missing.
    func finished() -> ReplayReport {
        var report = report
        for (index, conversation) in conversations.enumerated() {
            guard conversation.state != .unopened else {
                report.differences.append(.missingConnection(socket: index + 1, reason: "it was not opened"))
                continue
            }
            report.sent += conversation.sentCount
            report.withheld += conversation.own.count - conversation.sentCount
            for expected in conversation.expected where !expected.isMatched {
                guard report.differences.count < Self.differenceLimit else { break }
                report.differences.append(
                    .missing(expected.message, milliseconds: expected.milliseconds, socket: index + 1)
                )
            }
        }
        return report
    }

    /// Learns the ids of the live session from a message and the recorded one that it matches, and adds what differs.
    private mutating func compare(
        _ message: CastMessage,
        _ payload: JSONObject?,
        _ recorded: ReplayConversation.Expected,
        on socket: Int
    ) {
        func add(_ member: String, _ before: String, _ after: String) {
            self.add(
                .changed(
                    recorded.message,
                    milliseconds: recorded.milliseconds,
                    socket: socket,
                    member: member,
                    recorded: before,
                    received: after
                )
            )
        }
        let request = conversations[socket - 1].requestType(answeredBy: payload)
        let types = (MessageKey.type(of: recorded.message), MessageKey.type(of: message))
        guard types.0 == types.1 else { return add("type", types.0, types.1) }
        let payloads = recorded.payload.flatMap { recorded in payload.map { (recorded, $0) } }
        ids.learn(
            recorded.message,
            message,
            payloads,
            on: socket - 1,
            isCertain: role == .device || request != nil
        )
        if role == .device {
            let differences = SenderValues.differences(recorded.message, message, payloads, isRedacted: isRedacted)
            for difference in differences { add(difference.member, difference.recorded, difference.received) }
        } else if let payloads {
            for difference in DecisiveMembers.differences(payloads.0, payloads.1, answering: request) {
                add(difference.member, difference.recorded, difference.received)
            }
        }
    }

    private mutating func add(_ difference: ReplayDifference) {
        if report.differences.count < Self.differenceLimit { report.differences.append(difference) }
    }

    // MARK: - Connections

    /// The connection that this end opens next, as a sender; nil if there is none.
    private var nextOpen: Int? { role == .sender && requestedOpens < recordedCount ? requestedOpens : nil }

    /// When a connection is opened; nil while one that the recorded sender had closed before is open, or while what
    /// preceded it on other connections has not arrived.
    private func due(opening index: Int) -> Duration? {
        let opened = conversations[index].opened
        if let turn, turn.position < opened.position { return nil }
        for earlier in conversations[..<index] where earlier.state != .closed {
            if let closed = earlier.closed, closed.position < opened.position { return nil }
        }
        return options.delay(milliseconds: opened.milliseconds - (conversations.first?.opened.milliseconds ?? 0))
    }

    private mutating func opens(at now: Duration) -> [Action] {
        var actions: [Action] = []
        while let next = nextOpen, let due = due(opening: next), due <= now {
            requestedOpens += 1
            actions.append(.open(next + 1))
        }
        return actions
    }

    /// When the replay as a device no longer waits for further connections: some time after the last one closed.
    private var openDeadline: Duration? {
        guard role == .device, let lastClosed,
            let next = conversations.first(where: { $0.state == .unopened }),
            !conversations.contains(where: { $0.state == .open })
        else { return nil }
        let closed = conversations.filter { $0.state == .closed }.compactMap { $0.closed?.milliseconds }.max() ?? 0
        return lastClosed + options.delay(milliseconds: next.opened.milliseconds - closed) + options.patience
    }

    // MARK: - Messages

    /// Returns what is due, in the order of the recording.
    private mutating func due(at now: Duration) -> [Action] {
        var actions: [Action] = []
        while true {
            settle(at: now)
            let next = conversations.indices.compactMap { index in
                conversations[index].nextAction.map { (index, due: $0.due, position: $0.position) }
            }.min { ($0.due, $0.position) < ($1.due, $1.position) }
            if let next, next.due <= now {
                actions.append(take(next.0))
            } else if let overdueTime, overdueTime <= now, let turn {
                if conversations[turn.conversation].state == .unopened {
                    absent.insert(turn.conversation)
                } else {
                    conversations[turn.conversation].setOverdue(turn.index)
                }
            } else {
                break
            }
        }
        // A sender leaves when nothing is left to do, also if the recording ends before that.
        for index in conversations.indices where role == .sender {
            guard conversations[index].state == .open, conversations[index].isDone,
                !actions.contains(.close(index + 1))
            else { continue }
            actions.append(.close(index + 1))
        }
        return actions + opens(at: now)
    }

    private mutating func take(_ index: Int) -> Action {
        let own = conversations[index].takeAction()
        return own.message.map { .send(live($0, own, on: index), on: index + 1) } ?? .close(index + 1)
    }

    /// Finds the message that the replay waits for, and schedules what waits for earlier ones.
    private mutating func settle(at now: Duration) {
        var next: Turn?
        for index in conversations.indices where conversations[index].state != .closed && !absent.contains(index) {
            guard let first = conversations[index].nextUnsettled() else { continue }
            let position = conversations[index].expected[first].position
            if position < next?.position ?? .max { next = Turn(conversation: index, index: first, position: position) }
        }
        if next != turn {
            turn = next
            turnStart = now
        }
        for index in conversations.indices {
            conversations[index].schedule(before: next?.position ?? .max, at: now)
        }
    }

    /// When the message that the replay waits for is overdue; nil if it can wait for it forever.
    private var overdueTime: Duration? {
        guard let turn, conversations.contains(where: { $0.state != .unopened }) else { return nil }
        let conversation = conversations[turn.conversation]
        // A sender opens its connections itself.
        guard conversation.state == .open || role == .device else { return nil }
        let expected = conversation.expected[turn.index]
        let opened = conversation.state == .open ? conversation.opened.milliseconds : 0
        let delay = options.delay(milliseconds: expected.milliseconds - max(opened, expected.precedingMilliseconds))
        // What this end still has to send before it takes its time, too.
        return max(turnStart + delay, conversation.lastDue) + options.patience
    }

    /// Returns a recorded message with the ids of the live session.
    private func live(_ message: CastMessage, _ own: ReplayConversation.Own, on index: Int) -> CastMessage {
        var message = message
        message.sourceID = ids.live(endpoint: message.sourceID, on: index)
        message.destinationID = ids.live(endpoint: message.destinationID, on: index)
        guard let payload = own.payload else { return message }
        var object = ids.live(payload, on: index)
        if let request = own.request {
            // Without its request, the message answers none.
            let id = conversations[request.conversation].expected[request.index].liveRequestID ?? 0
            for key in ReplayConversation.requestIDKeys where object[key] != nil && object[key] != 0 {
                object[key] = id
            }
        }
        message.payload = .text(object.jsonString)
        return message
    }

    private func heartbeat(_ type: String) -> CastMessage {
        let ends = (CastMessage.senderID, CastMessage.receiverID)
        let (source, destination) = role == .sender ? ends : (ends.1, ends.0)
        return CastMessage(from: source, to: destination, namespace: .heartbeat, json: ["type": .string(type)])
    }

    private func reply(_ type: String, to message: CastMessage) -> CastMessage {
        CastMessage(
            from: message.destinationID,
            to: message.sourceID,
            namespace: .heartbeat,
            json: ["type": .string(type)]
        )
    }
}
