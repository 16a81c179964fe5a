public import CastTransport
public import CastWire
import NIOConcurrencyHelpers
import NIOCore

/// One sender's connection to a ``ScriptedPeer``.
///
/// Messages are expected in the order in which they come. Heartbeats are answered by themselves and never expected,
/// unless ``answersHeartbeat`` is turned off. A sender that breaks ``SenderRules`` makes the next expectation fail, and
/// ``verify()``. May be used from anywhere.
public final class ScriptedConnection: CastSocketHandler, Sendable {
    /// Computes the answers to a request.
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

    /// The device's end of the socket.
    public let socket: any CastSocket
    private let state: NIOLockedValueBox<State>
    private let events = Mailbox<Event>()

    init(socket: any CastSocket, rules: SenderRules) {
        self.socket = socket
        state = NIOLockedValueBox(State(rules: rules))
    }

    /// What the sender did wrong so far.
    public var violations: [SenderRules.Violation] { state.withLockedValue { $0.violations } }

    /// How many PINGs have come.
    public var pings: Int { state.withLockedValue { $0.pings } }

    /// Whether PING is answered by PONG. Default true; false plays a device that has hung itself up.
    public var answersHeartbeat: Bool {
        get { state.withLockedValue { $0.answersHeartbeat } }
        set { state.withLockedValue { $0.answersHeartbeat = newValue } }
    }

    /// Takes the next message, which must be this one.
    ///
    /// - Parameters:
    ///   - type: Its `type`.
    ///   - namespace: Its namespace.
    ///   - destination: The id it must be sent to; nil accepts any.
    ///   - limit: A watchdog in real time. Default 5 s.
    /// - Throws: ``ScriptedPeerError`` when another message, a close or a violation came, ``MailboxError`` when nothing
    ///   did.
    @discardableResult
    public func expect(
        _ type: String,
        in namespace: CastNamespace,
        to destination: String? = nil,
        within limit: Duration = .seconds(5)
    ) async throws -> ScriptedRequest {
        let request = try await nextRequest(within: limit, instead: "\(type) in \(namespace)")
        let isRightPlace = destination == nil || request.message.destinationID == destination
        guard request.type == type, request.message.namespace == namespace, isRightPlace else {
            throw ScriptedPeerError.unexpected(request.message, expected: "\(type) in \(namespace)")
        }
        return request
    }

    /// Takes the next message, whatever it is.
    public func nextRequest(within limit: Duration = .seconds(5)) async throws -> ScriptedRequest {
        try await nextRequest(within: limit, instead: "a message")
    }

    /// Waits for the end of the connection; messages before it are an error.
    public func expectClose(within limit: Duration = .seconds(5)) async throws -> CastCloseReason {
        switch try await events.take(within: limit) {
        case .closed(let reason): return reason
        case .request(let request): throw ScriptedPeerError.unexpected(request.message, expected: "a close")
        }
    }

    /// Throws if the sender did anything wrong so far, or said something that was not expected.
    public func verify() throws {
        if let violation = violations.first { throw ScriptedPeerError.violation(violation) }
        if case .request(let request)? = events.takeNow() {
            throw ScriptedPeerError.unexpected(request.message, expected: "nothing")
        }
    }

    /// Answers every message of a type by itself from now on; such messages are not expected any more.
    public func whenever(_ type: String, in namespace: CastNamespace, answer: @escaping Answer) {
        state.withLockedValue { $0.answers[Key(namespace: namespace, type: type)] = answer }
    }

    /// Sends the answer to a request, with its id and the ids of its sender and destination.
    public func reply(to request: ScriptedRequest, _ object: JSONObject) async throws {
        try await socket.sendOnLoop(request.reply(object))
    }

    /// Sends a message that nobody asked for.
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

    /// Closes the device's end.
    public func close(_ reason: CastCloseReason = .local) async throws {
        try await socket.closeOnLoop(reason)
    }

    private func nextRequest(within limit: Duration, instead expected: String) async throws -> ScriptedRequest {
        if let violation = violations.first { throw ScriptedPeerError.violation(violation) }
        let event: Event
        do {
            event = try await events.take(within: limit)
        } catch is MailboxError {
            throw ScriptedPeerError.nothingCame(expected: expected, within: limit)
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
            // A closed or full socket is the sender's loss; the test sees it by the missing answer.
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
