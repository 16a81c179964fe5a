// SPDX-License-Identifier: Apache-2.0

public import CastWire
public import NIOCore

/// One end of a Cast connection, which sends and receives messages.
///
/// A socket represents one connection and is not reused. It is bound to ``eventLoop``: methods and properties must be
/// used there unless noted otherwise, and the handler is called there. Over TLS, sockets come from ``CastTLSConnector``
/// and ``CastTLSAcceptor``; in memory they come in pairs from ``CastMemoryNetwork``, with the same contract.
///
/// The contract, which the same tests check for every kind of socket:
/// - Messages arrive in the order in which they were sent, each exactly once.
/// - Data received before ``activate(_:)`` is kept (bounded by the frame limit) and delivered first.
/// - ``CastSocketHandler/socketDidClose(_:)`` is called exactly once, as the last callback, and never from within
///   ``activate(_:)``, ``send(_:)`` or ``close(_:)``.
/// - Messages sent before ``close(_:)`` are still delivered when the reason is ``CastCloseReason/local`` and the other
///   end reads them within ``CastSocketConfiguration/closeTimeout``. Any other reason drops them.
/// - Nothing is received after ``close(_:)``.
/// - A malformed frame closes the socket with ``CastCloseReason/protocolViolation(_:)``.
public protocol CastSocket: AnyObject, Sendable {
    /// The event loop that the socket is bound to. Safe to read from any thread.
    var eventLoop: any EventLoop { get }

    /// The endpoint of the other end. Safe to read from any thread.
    var remoteEndpoint: CastEndpoint { get }

    /// The endpoint of this end, as the other end sees it: a numeric address and port. Safe to read from any thread.
    var localEndpoint: CastEndpoint { get }

    /// The certificate that the other end presented, in DER form. Nil on the device's side, and in memory unless the
    /// ``CastMemoryNetwork`` has one. Safe to read from any thread.
    var peerCertificate: [UInt8]? { get }

    /// The certificate that this end presented, in DER form, which device authentication signs. Nil on the sender's
    /// side, and in memory unless the ``CastMemoryNetwork`` has one. Safe to read from any thread.
    var localCertificate: [UInt8]? { get }

    /// The bytes accepted by ``send(_:)`` that the system has not taken yet.
    var queuedBytes: Int { get }

    /// Whether the write queue has room. Becomes false when ``queuedBytes`` exceeds the high-water mark, and true again
    /// when it falls below the low-water mark.
    var isWritable: Bool { get }

    /// Starts delivery to the handler, which the socket retains until it has closed. Must be called exactly once.
    func activate(_ handler: any CastSocketHandler)

    /// Queues a message, which is written as one unit (one TLS record).
    ///
    /// - Throws: ``CastSocketError`` when the message is too large, the socket is closed, or the queue is full; the
    ///   message is not queued then. A full queue means that the other end has stopped reading, and also closes the
    ///   socket with ``CastCloseReason/writeQueueFull(limit:)``.
    func send(_ message: CastMessage) throws(CastSocketError)

    /// Closes the socket. Further calls have no effect.
    func close(_ reason: CastCloseReason)
}

/// The callbacks of a socket, which run on the socket's event loop.
public protocol CastSocketHandler: AnyObject {
    /// Called for each message, in the order of arrival.
    func socketDidReceive(_ message: CastMessage)
    /// Called when ``CastSocket/isWritable`` has changed.
    func socketDidChangeWritability(_ isWritable: Bool)
    /// Called once when the socket has closed, after every message.
    func socketDidClose(_ reason: CastCloseReason)
}

/// Limits of a Cast socket. The defaults suit a device and a sender on a home network.
public struct CastSocketConfiguration: Sendable, Hashable {
    /// The longest frame body, in bytes, in both directions. Default 65,536 (CASTV2 framing).
    public var frameLimit: Int = CastFrame.defaultLimit

    /// The number of queued bytes above which ``CastSocket/isWritable`` becomes false. Default 256 KiB.
    public var highWaterMark = 256 * 1024

    /// The number of queued bytes below which ``CastSocket/isWritable`` becomes true again. Default 64 KiB.
    public var lowWaterMark = 64 * 1024

    /// The maximum number of queued bytes. A message that would exceed it closes the socket. Default 1 MiB.
    public var queueLimit = 1024 * 1024

    /// How long a locally closed socket waits for the other end to read everything. Default 1 s.
    public var closeTimeout: Duration = .seconds(1)

    /// How long sent bytes may stay unacknowledged, or an idle connection may stay unprobed, before the system treats
    /// the connection as dead: `TCP_USER_TIMEOUT` and TCP keep-alive, where the system supports them. Default 20 s.
    ///
    /// The heartbeat of sender or receiver detects a peer that lost power much earlier. This timeout covers sockets
    /// without a heartbeat.
    public var deadPeerTimeout: Duration = .seconds(20)

    /// Creates the default configuration.
    public init() {}
}

/// The error that is thrown when a socket does not accept a message.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CastSocketError: Error, Sendable, Hashable {
    /// The socket has closed.
    case closed(CastCloseReason)
    /// The message cannot be framed, for example because it is too long.
    case unsendable(CastFrameError)
    /// The message would exceed the limit of the write queue, in bytes.
    case queueFull(limit: Int)
}

extension CastSocketError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closed(let reason): "the connection is closed: \(reason)"
        case .unsendable(let error): "the message cannot be sent: \(error)"
        case .queueFull(let limit): "the write queue is full (limit: \(limit) bytes)"
        }
    }
}

/// The reason why a Cast socket closed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CastCloseReason: Sendable, Hashable {
    /// This end closed the socket without an error.
    case local
    /// The other end closed the connection cleanly (TLS close or TCP FIN between two frames).
    case remote
    /// The other end did not answer heartbeats within the permitted time.
    case heartbeatLost
    /// The other end violated the protocol, and this end closed the socket.
    case protocolViolation(CastFrameError)
    /// The other end read too slowly: the write queue exceeded its limit, in bytes.
    case writeQueueFull(limit: Int)
    /// The network or TLS failed. The text describes the failure for users.
    case failure(String)
}

extension CastCloseReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .local: "closed by this side"
        case .remote: "closed by the other side"
        case .heartbeatLost: "the other side did not answer heartbeats"
        case .protocolViolation(let error): "the other side sent \(error)"
        case .writeQueueFull(let limit): "the other side stopped reading (queue limit: \(limit) bytes)"
        case .failure(let text): text
        }
    }
}
