internal import CastTransport

/// Why a connection to a device ended.
public enum CloseReason: Sendable, Hashable {
    /// ``CastConnection/close()`` was called.
    case closedLocally
    /// The session was suspended because the application went to the background.
    case appBackgrounded
    /// The device closed the socket.
    case closedByDevice
    /// The device's platform ended its virtual connection to this sender.
    case droppedByPlatform
    /// Nothing was heard from the device for the time that ``HeartbeatOptions`` allows.
    case heartbeatLost
    /// The device sent what no Cast device sends; the text says what.
    case protocolViolation(String)
    /// The device did not read, and too many bytes waited for it.
    case sendQueueFull
    /// The network or TLS failed; the text is the system's.
    case failure(String)
}

extension CloseReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closedLocally: "closed by this side"
        case .appBackgrounded: "closed by this side, because the application went to the background"
        case .closedByDevice: "the device closed the connection"
        case .droppedByPlatform: "the device dropped this sender"
        case .heartbeatLost: "the device fell silent"
        case .protocolViolation(let text): "the device sent \(text)"
        case .sendQueueFull: "the device did not read what was sent"
        case .failure(let text): text
        }
    }
}

extension CloseReason {
    init(_ reason: CastCloseReason) {
        self =
            switch reason {
            case .local: .closedLocally
            case .remote: .closedByDevice
            case .heartbeatLost: .heartbeatLost
            case .protocolViolation(let error): .protocolViolation(String(describing: error))
            case .writeQueueFull: .sendQueueFull
            case .failure(let text): .failure(text)
            }
    }

    /// How the socket is to be closed for this reason.
    var socketReason: CastCloseReason {
        self == .heartbeatLost ? .heartbeatLost : .local
    }
}
