// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import DequeModule
import NIOConcurrencyHelpers
import NIOCore

/// A connection of a case to the device, which sends any message and keeps everything that the device sends.
///
/// It follows no rules by itself, except that it answers PING while ``answersPings`` is true. All methods can be called
/// from any task.
final class TestConnection: CastSocketHandler, Sendable {
    /// A message of the device.
    struct Received: Sendable {
        var message: CastMessage
        /// The payload; nil if it is not a JSON object.
        var object: JSONObject?
        var type: String { object?.messageType ?? "" }
        var namespace: CastNamespace { message.namespace }

        /// The size of the payload in bytes, and some for the message itself.
        var byteCount: Int {
            switch message.payload {
            case .text(let text): text.utf8.count + 256
            case .binary(let bytes): bytes.count + 256
            }
        }

        /// The message in a few words.
        var summary: String {
            let name = namespace.rawValue.split(separator: ".").last.map(String.init) ?? namespace.rawValue
            return object.map { "\(name): \($0.jsonString.prefix(300))" } ?? "\(name): a message without JSON"
        }
    }

    private enum Goal {
        case message(@Sendable (Received) -> Bool)
        case end

        func isReached(by received: Received) -> Bool {
            switch self {
            case .message(let matches): matches(received)
            case .end: false
            }
        }
    }

    private struct Waiter {
        var goal: Goal
        var continuation: CheckedContinuation<Answer, Never>
        var timer: Scheduled<Void>?
    }

    private enum Answer: Sendable {
        case received(Received)
        case closed(CastCloseReason)
        case nothing
    }

    private struct State {
        var received: Deque<Received> = []
        var hasReceived = false
        var bytes = 0
        var drops = 0
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
        var closed: CastCloseReason?
        var lastRequest = Int.random(in: 1_000...900_000)
        var answersPings = true
        var pings = 0

        mutating func keep(_ message: Received) {
            received.append(message)
            bytes += message.byteCount
            while received.count > TestConnection.capacity || bytes > TestConnection.byteCapacity,
                let oldest = received.popFirst()
            {
                bytes -= oldest.byteCount
                drops += 1
            }
        }

        mutating func take(_ goal: Goal) -> Received? {
            guard let index = received.firstIndex(where: goal.isReached) else { return nil }
            let message = received.remove(at: index)
            bytes -= message.byteCount
            return message
        }
    }

    /// The maximum number of messages that are kept. A device that floods is not a reason to run out of memory.
    static let capacity = 2_000
    /// The maximum size of the payloads that are kept, in bytes: 4 MiB.
    static let byteCapacity = 4 << 20

    let socket: any CastSocket
    /// The ID of the sender.
    let senderID: String
    /// The factor of all time limits.
    private let patience: Double
    private let state = NIOLockedValueBox(State())

    private init(_ socket: any CastSocket, senderID: String, patience: Double) {
        self.socket = socket
        self.senderID = senderID
        self.patience = patience
    }

    /// Takes over a socket.
    ///
    /// - Parameters:
    ///   - socket: The socket, which has no handler yet.
    ///   - senderID: The ID of the sender.
    ///   - patience: The factor of all time limits. Default 1.
    static func open(
        _ socket: any CastSocket,
        senderID: String,
        patience: Double = 1
    ) async throws -> TestConnection {
        let connection = TestConnection(socket, senderID: senderID, patience: patience)
        try await socket.eventLoop.submit { socket.activate(connection) }.get()
        return connection
    }

    /// Whether PING is answered. Default true.
    var answersPings: Bool {
        get { state.withLockedValue { $0.answersPings } }
        set { state.withLockedValue { $0.answersPings = newValue } }
    }

    /// The number of PINGs of the device so far.
    var pings: Int { state.withLockedValue { $0.pings } }

    /// Why the connection ended; nil while it is open.
    var closeReason: CastCloseReason? { state.withLockedValue { $0.closed } }

    /// Whether the device has sent a message.
    var hasReceived: Bool { state.withLockedValue { $0.hasReceived } }

    /// What is kept, and how many messages were dropped because of the limits.
    var backlog: (messages: Int, bytes: Int, drops: Int) {
        state.withLockedValue { ($0.received.count, $0.bytes, $0.drops) }
    }

    // MARK: - Sending

    func send(
        _ object: JSONObject,
        in namespace: CastNamespace,
        to destination: String = CastMessage.receiverID,
        from source: String? = nil
    ) async throws {
        try await send(
            CastMessage(
                from: source ?? senderID,
                to: destination,
                namespace: namespace,
                payload: .text(object.jsonString)
            )
        )
    }

    /// - Throws: ``CaseDifference`` if the connection has ended or the device does not read.
    func send(_ message: CastMessage) async throws {
        let socket = socket
        do {
            try await socket.eventLoop.submit { try socket.send(message) }.get()
        } catch let error as CastSocketError {
            let reason = if case .closed(let reason) = error { reason.forReport } else { "\(error)" }
            throw CaseDifference(expected: "an open connection", received: reason)
        }
    }

    /// Sends bytes in place of a frame.
    func send(bytes: [UInt8]) async throws {
        guard let socket = socket as? any RawSocketAccess else { return }
        try await socket.eventLoop.submit { socket.sendBytes(bytes) }.get()
    }

    /// Returns a request ID that this connection has not used.
    func nextRequestID() -> Int {
        state.withLockedValue { state in
            state.lastRequest += 1
            return state.lastRequest
        }
    }

    /// Sends a request, and returns the message with its request ID.
    ///
    /// - Throws: ``CaseDifference`` if there is none within the limit, or if the connection ends.
    @discardableResult
    func request(
        _ object: JSONObject,
        in namespace: CastNamespace = .receiver,
        to destination: String = CastMessage.receiverID,
        within limit: Duration = .seconds(10)
    ) async throws -> Received {
        let id = nextRequestID()
        var object = object
        object["requestId"] = .integer(Int64(id))
        try await send(object, in: namespace, to: destination)
        let type = object.messageType ?? "the request"
        return try await next("a reply to \(type) with its requestId", within: limit) {
            $0.object?.requestID == id
        }
    }

    /// Opens a virtual connection.
    func connect(to destination: String = CastMessage.receiverID) async throws {
        try await send(["type": "CONNECT", "origin": [:]], in: .connection, to: destination)
    }

    func close() async {
        let socket = socket
        // Fails only if the event loop has shut down.
        try? await socket.eventLoop.submit { socket.close(.local) }.get()
    }

    // MARK: - Receiving

    /// Takes the first message that matches, of those that were not taken before.
    ///
    /// - Parameters:
    ///   - expected: What is expected, for the report.
    ///   - limit: The time to wait.
    /// - Throws: ``CaseDifference`` if there is none within the limit, or if the connection ends.
    func next(
        _ expected: String,
        within limit: Duration = .seconds(10),
        where matches: @escaping @Sendable (Received) -> Bool
    ) async throws -> Received {
        switch await answer(within: limit, .message(matches)) {
        case .received(let received): return received
        case .closed(let reason): throw CaseDifference(expected: expected, received: reason.forReport)
        case .nothing:
            let limit = limit * patience
            let last = state.withLockedValue { $0.received.last?.summary }
            throw CaseDifference(
                expected: "\(expected) within \(limit)",
                received: last.map { "nothing like it; last: \($0)" } ?? "nothing"
            )
        }
    }

    /// Waits, and requires that no message matches and that the connection stays open.
    func silence(
        _ expected: String,
        for time: Duration,
        where matches: @escaping @Sendable (Received) -> Bool
    ) async throws {
        switch await answer(within: time, .message(matches)) {
        case .received(let received): throw CaseDifference(expected: expected, received: received.summary)
        case .closed(let reason): throw CaseDifference(expected: expected, received: reason.forReport)
        case .nothing: break
        }
    }

    /// Waits for the end of the connection.
    ///
    /// - Throws: ``CaseDifference`` if it stays open for the time limit.
    @discardableResult
    func closed(_ expected: String, within limit: Duration = .seconds(10)) async throws -> CastCloseReason {
        guard case .closed(let reason) = await answer(within: limit, .end) else {
            throw CaseDifference(expected: expected, received: "the connection was open after \(limit * patience)")
        }
        return reason
    }

    /// Waits for CLOSE or for the end of the connection.
    ///
    /// - Throws: ``CaseDifference`` if neither comes within the time limit.
    func left(_ expected: String, within limit: Duration) async throws {
        let goal = Goal.message { $0.namespace == .connection && $0.type == "CLOSE" }
        if case .nothing = await answer(within: limit, goal) {
            throw CaseDifference(expected: expected, received: "neither within \(limit * patience)")
        }
    }

    /// Waits until the goal is reached, the connection ends, the time has passed, or the task is canceled.
    private func answer(within limit: Duration, _ goal: Goal) async -> Answer {
        let id = state.withLockedValue { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLockedValue { state -> Answer? in
                    if let received = state.take(goal) { return .received(received) }
                    if let closed = state.closed { return .closed(closed) }
                    if Task.isCancelled { return .nothing }
                    state.waiters[id] = Waiter(goal: goal, continuation: continuation)
                    return nil
                }
                if let known { return continuation.resume(returning: known) }
                let timer = socket.eventLoop.scheduleTask(in: TimeAmount(limit * patience)) { self.giveUp(id) }
                let isWaiting = state.withLockedValue { state in
                    state.waiters[id]?.timer = timer
                    return state.waiters[id] != nil
                }
                if !isWaiting { timer.cancel() }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    private func giveUp(_ id: Int) {
        let waiter = state.withLockedValue { $0.waiters.removeValue(forKey: id) }
        waiter?.timer?.cancel()
        waiter?.continuation.resume(returning: .nothing)
    }

    // MARK: - CastSocketHandler

    func socketDidReceive(_ message: CastMessage) {
        let received = Received(message: message, object: try? message.jsonObject())
        if message.namespace == .heartbeat, received.type == "PING" {
            let answers = state.withLockedValue { state in
                state.pings += 1
                return state.answersPings
            }
            if answers {
                // If the socket has closed, the case detects it.
                try? socket.send(
                    CastMessage(
                        from: message.destinationID == CastMessage.broadcastID ? senderID : message.destinationID,
                        to: message.sourceID,
                        namespace: .heartbeat,
                        payload: .text(#"{"type":"PONG"}"#)
                    )
                )
            }
        }
        let waiter = state.withLockedValue { state -> Waiter? in
            state.hasReceived = true
            let waiting = state.waiters.filter { $0.value.goal.isReached(by: received) }.keys.min()
            if let waiting { return state.waiters.removeValue(forKey: waiting) }
            state.keep(received)
            return nil
        }
        waiter?.timer?.cancel()
        waiter?.continuation.resume(returning: .received(received))
    }

    func socketDidChangeWritability(_ isWritable: Bool) {}

    func socketDidClose(_ reason: CastCloseReason) {
        let waiters = state.withLockedValue { state in
            state.closed = reason
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters {
            waiter.timer?.cancel()
            waiter.continuation.resume(returning: .closed(reason))
        }
    }
}

extension CastCloseReason {
    /// The reason as a report says it.
    var forReport: String {
        switch self {
        case .remote: "the device closed the connection"
        case .protocolViolation(let error): "the device sent \(error)"
        case .writeQueueFull: "the device does not read what it is sent"
        default: "the connection ended: \(self)"
        }
    }
}
