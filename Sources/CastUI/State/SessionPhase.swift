public import CastSender

/// The session, as far as widgets care.
public enum SessionPhase: Sendable, Equatable {
    case none
    /// Somebody in front of the device may have to allow it.
    case connecting(CastDevice, awaitsPerson: Bool)
    case connected(CastDevice)
    /// The connection is gone and looked for.
    case suspended(CastDevice)
    /// It is being ended.
    case ending(CastDevice)

    public var device: CastDevice? {
        switch self {
        case .none: nil
        case .connecting(let device, _), .connected(let device), .suspended(let device), .ending(let device): device
        }
    }

    public var isConnected: Bool {
        if case .connected = self { return true }
        return false
    }
}
