import CastTransport
import CastWire
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

        /// The message in a few words.
        var summary: String {
            let name = namespace.rawValue.split(separator: ".").last.map(String.init) ?? namespace.rawValue
            return object.map { "\(name): \($0.jsonString.prefix(300))" } ?? "\(name): a message without JSON"
        }
    }

    private struct Waiter {
        var matches: @Sendable (Received) -> Bool
        var continuation: CheckedContinuation<Answer, Never>
    }

    private enum Answer: Sendable {
        case received(Received)
        case closed(CastCloseReason)
        case nothing
    }

    private struct State {
        var received: [Received] = []
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
        var closeWaiters: [Int: CheckedContinuation<CastCloseReason?, Never>] = [:]
        var closed: CastCloseReason?
        var lastRequest = Int.random(in: 1_000...900_000)
        var answersPings = true
        var pings = 0
    }

    /// The maximum number of messages that are kept. A device that floods is not a reason to run out of memory.
    private static let capacity = 2_000

    let socket: any CastSocket
    /// The ID of the sender.
    let senderID: String
    private let state = NIOLockedValueBox(State())

    private init(_ socket: any CastSocket, senderID: String) {
        self.socket = socket
        self.senderID = senderID
    }

    /// Takes over a socket.
    static func open(_ socket: any CastSocket, senderID: String) async throws -> TestConnection {
        let connection = TestConnection(socket, senderID: senderID)
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

    func send(_ message: CastMessage) async throws {
        let socket = socket
        try await socket.eventLoop.submit { try socket.send(message) }.get()
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
        switch await answer(within: limit, matches) {
        case .received(let received): return received
        case .closed(let reason):
            throw CaseDifference(expected: expected, received: "the connection ended: \(reason)")
        case .nothing:
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
        switch await answer(within: time, matches) {
        case .received(let received): throw CaseDifference(expected: expected, received: received.summary)
        case .closed(let reason):
            throw CaseDifference(expected: expected, received: "the connection ended: \(reason)")
        case .nothing: break
        }
    }

    /// Waits for the end of the connection.
    ///
    /// - Throws: ``CaseDifference`` if it stays open for the time limit.
    @discardableResult
    func closed(_ expected: String, within limit: Duration = .seconds(10)) async throws -> CastCloseReason {
        let reason: CastCloseReason? = await withCheckedContinuation { continuation in
            let (known, id) = state.withLockedValue { state -> (CastCloseReason?, Int) in
                if let closed = state.closed { return (closed, 0) }
                state.lastWaiter += 1
                state.closeWaiters[state.lastWaiter] = continuation
                return (nil, state.lastWaiter)
            }
            if let known { return continuation.resume(returning: known) }
            socket.eventLoop.scheduleTask(in: TimeAmount(limit)) { [state] in
                state.withLockedValue { $0.closeWaiters.removeValue(forKey: id) }?.resume(returning: nil)
            }
        }
        return try unwrap(reason, expected, received: "the connection was open after \(limit)")
    }

    private func answer(within limit: Duration, _ matches: @escaping @Sendable (Received) -> Bool) async -> Answer {
        let id = state.withLockedValue { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLockedValue { state -> Answer? in
                    if let index = state.received.firstIndex(where: matches) {
                        return .received(state.received.remove(at: index))
                    }
                    if let closed = state.closed { return .closed(closed) }
                    if Task.isCancelled { return .nothing }
                    state.waiters[id] = Waiter(matches: matches, continuation: continuation)
                    return nil
                }
                if let known { return continuation.resume(returning: known) }
                socket.eventLoop.scheduleTask(in: TimeAmount(limit)) { self.giveUp(id) }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    private func giveUp(_ id: Int) {
        state.withLockedValue { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: .nothing)
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
            if let id = state.waiters.keys.sorted().first(where: { state.waiters[$0]?.matches(received) == true }) {
                return state.waiters.removeValue(forKey: id)
            }
            state.received.append(received)
            if state.received.count > Self.capacity { state.received.removeFirst() }
            return nil
        }
        waiter?.continuation.resume(returning: .received(received))
    }

    func socketDidChangeWritability(_ isWritable: Bool) {}

    func socketDidClose(_ reason: CastCloseReason) {
        let (waiters, closeWaiters) = state.withLockedValue { state in
            state.closed = reason
            defer { (state.waiters, state.closeWaiters) = ([:], [:]) }
            return (Array(state.waiters.values), Array(state.closeWaiters.values))
        }
        for waiter in waiters { waiter.continuation.resume(returning: .closed(reason)) }
        for waiter in closeWaiters { waiter.resume(returning: reason) }
    }
}
