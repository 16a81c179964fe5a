public import CastWire
public import NIOCore

/// One end of a Cast socket: messages in, messages out, closed once.
///
/// A socket is used for one connection in its life and never reconnects. It belongs to ``eventLoop``: every method
/// and property without another note is called there, and the handler is called there. Over TLS it is
/// ``CastTLSConnector``'s and ``CastTLSListener``'s; in memory it is one of a pair with the same contract.
///
/// The contract, checked by the same tests for every kind of socket:
/// - Messages arrive in the order in which they were sent, each once.
/// - What was received before ``activate(_:)`` is kept (bounded by the frame limit) and delivered first.
/// - ``CastSocketHandler/socketDidClose(_:)`` is called once, last, and never from within ``activate(_:)``,
///   ``send(_:)`` or ``close(_:)``.
/// - Messages sent before ``close(_:)`` are still delivered when the reason is ``CastCloseReason/local``, if the
///   other end reads them within ``CastSocketConfiguration/closeTimeout``; any other reason drops them.
/// - After ``close(_:)`` nothing is received any more.
/// - A frame that cannot be read closes the socket with ``CastCloseReason/protocolViolation(_:)``.
public protocol CastSocket: AnyObject, Sendable {
    /// The loop on which the socket lives. Safe to read from anywhere.
    var eventLoop: any EventLoop { get }

    /// The other end. Safe to read from anywhere.
    var remoteEndpoint: CastEndpoint { get }

    /// This end, as the other one sees it: a numeric address and port. Safe to read from anywhere.
    var localEndpoint: CastEndpoint { get }

    /// The certificate that the other end showed, in DER form; nil on the device's side, and in memory
    /// unless a ``CastMemoryNetwork`` was given one. Safe to read from anywhere.
    var peerCertificate: [UInt8]? { get }

    /// The certificate that this end showed, in DER form, which device authentication signs; nil on the sender's
    /// side, and in memory unless a ``CastMemoryNetwork`` was given one. Safe to read from anywhere.
    var localCertificate: [UInt8]? { get }

    /// Bytes accepted by ``send(_:)`` and not yet taken by the system.
    var queuedBytes: Int { get }

    /// False from the moment ``queuedBytes`` passes the high-water mark until it falls below the low one.
    var isWritable: Bool { get }

    /// Starts delivery to the handler, which the socket holds until it has closed. Called once.
    func activate(_ handler: any CastSocketHandler)

    /// Queues one message, written as one piece (one TLS record).
    ///
    /// - Throws: ``CastSocketError`` when the message is too large, the socket is closed, or the queue is full;
    ///   the message was not taken then. A full queue also closes the socket, with
    ///   ``CastCloseReason/writeQueueFull(limit:)``: the other end has stopped reading.
    func send(_ message: CastMessage) throws(CastSocketError)

    /// Closes the socket; later calls do nothing.
    func close(_ reason: CastCloseReason)
}

/// What a socket tells its owner, always on the socket's event loop.
public protocol CastSocketHandler: AnyObject {
    func socketDidReceive(_ message: CastMessage)
    /// ``CastSocket/isWritable`` has changed.
    func socketDidChangeWritability(_ isWritable: Bool)
    /// The socket is gone. Called once, after every message.
    func socketDidClose(_ reason: CastCloseReason)
}
