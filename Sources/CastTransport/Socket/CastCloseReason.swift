public import CastWire

/// Why a Cast socket is closed.
public enum CastCloseReason: Sendable, Hashable {
    /// This end closed it, with nothing wrong.
    case local
    /// The other end closed it in order (TLS close or TCP FIN between two frames).
    case remote
    /// The other end did not answer within the heartbeat's budget.
    case heartbeatLost
    /// The other end sent what no Cast device or sender sends; this end closed.
    case protocolViolation(CastFrameError)
    /// The other end read too slowly: the write queue passed its hard limit of so many bytes.
    case writeQueueFull(limit: Int)
    /// The network or TLS failed; the text is the system's.
    case failure(String)
}

extension CastCloseReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .local: "closed by this side"
        case .remote: "closed by the other side"
        case .heartbeatLost: "no sign of life from the other side"
        case .protocolViolation(let error): "the other side sent \(error)"
        case .writeQueueFull(let limit): "the other side did not read \(limit) bytes that were waiting for it"
        case .failure(let text): text
        }
    }
}
