// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import CastWire
import NIOConcurrencyHelpers
import NIOCore

/// One sender's connection to a ``ScriptedPeer``.
///
/// Messages are expected in the order in which they arrive. Heartbeats are answered automatically if
/// ``answersHeartbeat`` is true, and are never expected. If the sender violates ``SenderRules``, the next expectation
/// and ``verify()`` throw. All methods can be called from any isolation.
public final class ScriptedConnection: CastSocketHandler, Sendable {
    /// A function that returns the replies to a request.
    public typealias Answer = @Sendable (ScriptedRequest) -> [JSONObject]

    private struct Key: Hashable {
        var namespace: CastNamespace
        var type: String
    }

    private struct State {
        var rules: SenderRules
        var violations: [SenderRules.Violation] = []
        var answers: [Key: Answer] = [:]
        var answersHeartbeat = true
        var pings = 0
    }

    private enum Event: Sendable {
        case request(ScriptedRequest)
        case closed(CastCloseReason)
    }

    /// The socket of the device.
    public let socket: any CastSocket
    private let state: NIOLockedValueBox<State>
    private let events = Mailbox<Event>()

    init(socket: any CastSocket, rules: SenderRules) {
        self.socket = socket
        state = NIOLockedValueBox(State(rules: rules))
    }

    /// The violations by the sender so far.
    public var violations: [SenderRules.Violation] { state.withLockedValue { $0.violations } }

    /// The number of received PINGs.
    public var pings: Int { state.withLockedValue { $0.pings } }

    /// Whether PING is answered with PONG. Default true. Set it to false to simulate a device that hangs.
    public var answersHeartbeat: Bool {
        get { state.withLockedValue { $0.answersHeartbeat } }
        set { state.withLockedValue { $0.answersHeartbeat = newValue } }
    }

    /// Takes the next message and checks it.
    ///
    /// - Parameters:
    ///   - type: The expected `type`.
    ///   - namespace: The expected namespace.
    ///   - destination: The expected destination ID; nil accepts any.
    ///   - limit: The timeout in real time. Default 5 s.
    /// - Throws: ``ScriptedPeerError`` if another message, a close or a violation was received, or if nothing was
    ///   received in time.
    @discardableResult
    public func expect(
        _ type: String,
        in namespace: CastNamespace,
        to destination: String? = nil,
        within limit: Duration = .seconds(5)
    ) async throws -> ScriptedRequest {
        let request = try await nextRequest(within: limit, expected: "\(type) in \(namespace)")
        let isExpectedDestination = destination == nil || request.message.destinationID == destination
        guard request.type == type, request.message.namespace == namespace, isExpectedDestination else {
            throw ScriptedPeerError.unexpected(request.message, expected: "\(type) in \(namespace)")
        }
        return request
    }

    /// Takes the next message without checking it.
    ///
    /// - Throws: ``ScriptedPeerError`` if a close or a violation was received, or if nothing was received in time.
    public func nextRequest(within limit: Duration = .seconds(5)) async throws -> ScriptedRequest {
        try await nextRequest(within: limit, expected: "a message")
    }

    /// Waits for the end of the connection. Throws if a message is received before.
    public func expectClose(within limit: Duration = .seconds(5)) async throws -> CastCloseReason {
        switch try await events.take(within: limit) {
        case .closed(let reason): return reason
        case .request(let request): throw ScriptedPeerError.unexpected(request.message, expected: "a close")
        }
    }

    /// Throws if the sender violated a rule or sent a message that was not expected.
    public func verify() throws {
        if let violation = violations.first { throw ScriptedPeerError.violation(violation) }
        if case .request(let request)? = events.takeNow() {
            throw ScriptedPeerError.unexpected(request.message, expected: "nothing")
        }
    }

    /// Answers all messages of a type automatically from now on. They are no longer expected.
    public func whenever(_ type: String, in namespace: CastNamespace, answer: @escaping Answer) {
        state.withLockedValue { $0.answers[Key(namespace: namespace, type: type)] = answer }
    }

    /// Sends a reply to a request, with its request ID and with source and destination swapped.
    public func reply(to request: ScriptedRequest, _ object: JSONObject) async throws {
        try await socket.sendOnLoop(request.reply(object))
    }

    /// Sends an unsolicited message.
    public func send(
        _ object: JSONObject,
        in namespace: CastNamespace,
        from source: String = CastMessage.receiverID,
        to destination: String = CastMessage.broadcastID
    ) async throws {
        try await socket.sendOnLoop(
            CastMessage(from: source, to: destination, namespace: namespace, payload: .text(object.description))
        )
    }

    /// Closes the socket of the device.
    public func close(_ reason: CastCloseReason = .local) async throws {
        try await socket.closeOnLoop(reason)
    }

    private func nextRequest(within limit: Duration, expected: String) async throws -> ScriptedRequest {
        if let violation = violations.first { throw ScriptedPeerError.violation(violation) }
        let event: Event
        do {
            event = try await events.take(within: limit)
        } catch is MailboxError {
            throw ScriptedPeerError.timedOut(expected: expected, within: limit)
        }
        if let violation = violations.first { throw ScriptedPeerError.violation(violation) }
        switch event {
        case .request(let request): return request
        case .closed(let reason): throw ScriptedPeerError.closed(reason, expected: expected)
        }
    }

    // MARK: - CastSocketHandler

    public func socketDidReceive(_ message: CastMessage) {
        let request = ScriptedRequest(message)
        let (answer, isHeartbeat) = state.withLockedValue { state -> (Answer?, Bool) in
            if let violation = state.rules.received(message) { state.violations.append(violation) }
            guard message.namespace == .heartbeat else {
                return (state.answers[Key(namespace: message.namespace, type: request.type)], false)
            }
            guard request.type == "PING" else { return (nil, true) }
            state.pings += 1
            let pong: Answer = { _ in [["type": "PONG"]] }
            return (state.answersHeartbeat ? pong : nil, true)
        }
        if let answer {
            // If the socket is closed or full, the test detects it by the missing reply.
            for object in answer(request) { try? socket.send(request.reply(object)) }
        } else if !isHeartbeat {
            events.put(.request(request))
        }
    }

    public func socketDidChangeWritability(_ isWritable: Bool) {}

    public func socketDidClose(_ reason: CastCloseReason) {
        if case .protocolViolation(let error) = reason {
            state.withLockedValue { $0.violations.append(.badFrame(error)) }
        }
        events.put(.closed(reason))
    }
}
