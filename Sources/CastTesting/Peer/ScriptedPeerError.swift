public import CastTransport
public import CastWire

/// Why a script could not go on.
public enum ScriptedPeerError: Error, Sendable, Hashable {
    /// The sender did what no sender may do.
    case violation(SenderRules.Violation)
    /// Another message came.
    case unexpected(CastMessage, expected: String)
    /// The connection ended.
    case closed(CastCloseReason, expected: String)
    /// Nothing came within the watchdog's time.
    case nothingCame(expected: String, within: Duration)
}

extension ScriptedPeerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .violation(let violation): violation.description
        case .unexpected(let message, let expected): "expected \(expected), got \(message)"
        case .closed(let reason, let expected): "expected \(expected), but the connection is gone: \(reason)"
        case .nothingCame(let expected, let limit): "expected \(expected), but nothing came within \(limit)"
        }
    }
}
