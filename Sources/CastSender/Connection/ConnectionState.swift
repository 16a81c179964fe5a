// SPDX-License-Identifier: Apache-2.0

internal import CastTransport

/// The state of a ``CastConnection``.
public enum ConnectionState: Sendable, Hashable {
    /// The connection is open. Next: ``closed(_:)``.
    case connected
    /// The connection has ended. Final: a connection is never reopened.
    case closed(CloseReason)
}

/// The reason why a connection to a device ended.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CloseReason: Sendable, Hashable {
    /// ``CastConnection/close()`` was called.
    case closedLocally
    /// The session was suspended because the application went to the background.
    case appBackgrounded
    /// The device closed the socket.
    case closedByDevice
    /// The device's platform closed its virtual connection to this sender.
    case droppedByPlatform
    /// No message arrived from the device within the time that ``HeartbeatOptions`` allows.
    case heartbeatLost
    /// The device violated the Cast protocol; the text describes what it sent.
    case protocolViolation(String)
    /// The device stopped reading, and too many bytes were waiting for it.
    case sendQueueFull
    /// The network or TLS failed; the text is the system's description.
    case failure(String)
}

extension CloseReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closedLocally: "closed by this sender"
        case .appBackgrounded: "closed by this sender, because the application went to the background"
        case .closedByDevice: "the device closed the connection"
        case .droppedByPlatform: "the device disconnected this sender"
        case .heartbeatLost: "the device stopped responding"
        case .protocolViolation(let text): "the device sent \(text)"
        case .sendQueueFull: "the device stopped reading from the connection"
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

    /// The reason to close the socket with.
    var socketReason: CastCloseReason {
        self == .heartbeatLost ? .heartbeatLost : .local
    }
}
