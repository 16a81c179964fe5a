public import CastWire

/// Why a message was not taken by a socket.
public enum CastSocketError: Error, Sendable, Hashable {
    /// The socket has closed.
    case closed(CastCloseReason)
    /// The message cannot be framed, for example because it is too long.
    case unsendable(CastFrameError)
    /// The write queue holds its hard limit of bytes already.
    case queueFull(limit: Int)
}

extension CastSocketError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closed(let reason): "the connection is closed: \(reason)"
        case .unsendable(let error): "the message cannot be sent: \(error)"
        case .queueFull(let limit): "\(limit) bytes already wait to be sent"
        }
    }
}
