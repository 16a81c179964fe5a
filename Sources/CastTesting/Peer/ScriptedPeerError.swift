// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import CastWire

/// The reason that an expectation failed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ScriptedPeerError: Error, Sendable, Hashable {
    /// The sender violated a rule.
    case violation(SenderRules.Violation)
    /// Another message was received.
    case unexpected(CastMessage, expected: String)
    /// The connection ended.
    case closed(CastCloseReason, expected: String)
    /// Nothing was received in time.
    case timedOut(expected: String, within: Duration)
}

extension ScriptedPeerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .violation(let violation): violation.description
        case .unexpected(let message, let expected): "expected \(expected), got \(message)"
        case .closed(let reason, let expected): "expected \(expected), but the connection was closed: \(reason)"
        case .timedOut(let expected, let limit): "expected \(expected), but nothing was received within \(limit)"
        }
    }
}
