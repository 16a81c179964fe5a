// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

/// The state machine for the authentication challenge on one socket. It has no access to the socket or a clock.
///
/// It begins when ``challenge`` is sent and ends once, with a reply to verify or a failure. While a strict exchange is
/// in progress, any message but the reply is a failure, as with Google's senders; otherwise other messages are
/// processed in parallel. Heartbeats during a strict exchange are dropped without an answer: a device that is slow to
/// sign sends them, but nothing is sent to it before it has authenticated.
struct AuthenticationExchange {
    enum Outcome: Equatable {
        case replied(CastMessage)
        case failed(DeviceAuthenticationFailure)
    }

    /// How the exchange handled a message.
    enum Step: Equatable {
        /// The exchange consumed the message, which must not be processed further.
        case consumed(Outcome?)
        case ignored
    }

    let challenge: AuthChallenge
    let isStrict: Bool
    /// The time limit for the reply; nil once the exchange has ended.
    private(set) var deadline: NIODeadline?

    init(nonce: [UInt8], isStrict: Bool, deadline: NIODeadline) {
        challenge = AuthChallenge(senderNonce: nonce, hashAlgorithm: .sha256)
        self.isStrict = isStrict
        self.deadline = deadline
    }

    /// Creates a nonce of 16 bytes, as Google's senders do.
    static func makeNonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in generator.next() }
    }

    var isOver: Bool { deadline == nil }

    /// The challenge message, which is sent before any other message.
    var message: CastMessage {
        CastMessage(
            from: CastMessage.senderID,
            to: CastMessage.receiverID,
            namespace: .deviceAuth,
            payload: .binary(DeviceAuthMessage.challenge(challenge).serializedBytes)
        )
    }

    mutating func messageReceived(_ message: CastMessage) -> Step {
        // A second or late reply is dropped.
        guard !isOver else { return message.namespace == .deviceAuth ? .consumed(nil) : .ignored }
        if message.namespace == .deviceAuth {
            deadline = nil
            return .consumed(.replied(message))
        }
        guard isStrict else { return .ignored }
        if message.namespace == .heartbeat { return .consumed(nil) }
        deadline = nil
        return .consumed(
            .failed(
                DeviceAuthenticationFailure(
                    .unexpectedMessage,
                    "it sent another message before it replied (\(message.namespace))"
                )
            )
        )
    }

    mutating func deadlineReached(now: NIODeadline) -> Outcome? {
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
