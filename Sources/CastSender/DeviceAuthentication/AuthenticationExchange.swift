import CastWire
import NIOCore

/// The challenge on one socket and what becomes of it, without the socket and without a clock.
///
/// It begins with ``challenge`` sent, and ends once: with a reply to be judged or a failure. While it is strict,
/// nothing but the reply may come, as with official senders; otherwise the conversation goes on beside it. Heartbeats
/// are nobody's while it is strict: a device that is slow to sign sends them, and is told nothing yet.
struct AuthenticationExchange {
    enum Outcome: Equatable {
        case replied(CastMessage)
        case failed(DeviceAuthenticationFailure)
    }

    /// What a message means for the exchange.
    enum Step: Equatable {
        /// It concerns the exchange, and is not to be handed on.
        case taken(Outcome?)
        case notConcerned
    }

    let challenge: AuthChallenge
    let isStrict: Bool
    /// When the reply must be there; nil once the exchange is over.
    private(set) var deadline: NIODeadline?

    init(nonce: [UInt8], isStrict: Bool, deadline: NIODeadline) {
        challenge = AuthChallenge(senderNonce: nonce, hashAlgorithm: .sha256)
        self.isStrict = isStrict
        self.deadline = deadline
    }

    /// A nonce of 16 bytes, as official senders take.
    static func makeNonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in generator.next() }
    }

    var isOver: Bool { deadline == nil }

    /// What is sent, before anything else.
    var message: CastMessage {
        CastMessage(
            from: CastMessage.senderID,
            to: CastMessage.receiverID,
            namespace: .deviceAuth,
            payload: .binary(DeviceAuthMessage.challenge(challenge).serializedBytes)
        )
    }

    mutating func messageReceived(_ message: CastMessage) -> Step {
        // A second reply, or a late one, is nobody's.
        guard !isOver else { return message.namespace == .deviceAuth ? .taken(nil) : .notConcerned }
        if message.namespace == .deviceAuth {
            deadline = nil
            return .taken(.replied(message))
        }
        guard isStrict else { return .notConcerned }
        if message.namespace == .heartbeat { return .taken(nil) }
        deadline = nil
        return .taken(
            .failed(
                DeviceAuthenticationFailure(
                    .unexpectedMessage,
                    "it said something else before it replied (\(message.namespace))"
                )
            )
        )
    }

    mutating func alarmRang(now: NIODeadline) -> Outcome? {
        guard let deadline, deadline <= now else { return nil }
        self.deadline = nil
        return .failed(DeviceAuthenticationFailure(.timedOut, "it did not reply to the challenge in time"))
    }

    mutating func closed(_ reason: CloseReason) -> Outcome? {
        guard !isOver else { return nil }
        deadline = nil
        return .failed(
            DeviceAuthenticationFailure(.interrupted, "the connection ended before it replied: \(reason)")
        )
    }
}
