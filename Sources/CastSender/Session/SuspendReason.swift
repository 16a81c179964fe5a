/// Why a session has no connection for a while.
public enum SuspendReason: Sendable, Hashable {
    /// The application that uses this library went to the background.
    case appBackgrounded
    /// The connection broke.
    case connectionLost(CloseReason)
    /// This machine has no network that reaches the device.
    case networkUnreachable
    /// The process ended while the session was running; a later one found its record.
    case appTerminated
    /// The session moves to another device.
    case transferring
    /// ``SessionManager/suspend(_:)`` was called without another reason.
    case requested
}

extension SuspendReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .appBackgrounded: "the application went to the background"
        case .connectionLost(let reason): "the connection broke: \(reason)"
        case .networkUnreachable: "the network is gone"
        case .appTerminated: "the process ended"
        case .transferring: "it moves to another device"
        case .requested: "suspended by this sender"
        }
    }
}
