// SPDX-License-Identifier: Apache-2.0

public import CastWire
import NIOConcurrencyHelpers
public import NIOCore

/// Something that happened on a Cast socket, as its observer sees it.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CastSocketEvent: Sendable, Hashable {
    /// The socket is ready for messages.
    case opened(local: CastEndpoint, remote: CastEndpoint)
    /// This end sent a message, which the socket accepted.
    case sent(CastMessage)
    /// The other end sent a message.
    case received(CastMessage)
    /// The socket closed. The last event of a socket.
    case closed(CastCloseReason)
}

/// A type that is told of everything that happens on Cast sockets: for a recording, or to examine the other end.
///
/// The events of one socket arrive in order, on the socket's event loop, before the handler of the socket has the message.
/// An observer must return soon, because the socket waits for it. It cannot change or withhold messages.
public protocol CastSocketObserver: AnyObject, Sendable {
    /// Called for each event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - socket: The number of the socket: unique in this process, and ascending in the order of opening.
    func observe(_ event: CastSocketEvent, on socket: Int)
}

/// A connector that reports the events of its sockets to an observer.
public struct ObservedConnector: CastConnector {
    private let inner: any CastConnector
    private let observer: any CastSocketObserver

    /// Creates a connector that opens sockets with another one.
    public init(_ inner: any CastConnector, observer: any CastSocketObserver) {
        self.inner = inner
        self.observer = observer
    }

    public func connect(
        to endpoint: CastEndpoint,
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws -> any CastSocket {
        let socket = try await inner.connect(to: endpoint, timeout: timeout, on: eventLoop)
        return ObservedSocket(socket, observer: observer)
    }
}

/// An acceptor that reports the events of its sockets to an observer.
public struct ObservedAcceptor: CastAcceptor {
    private let inner: any CastAcceptor
    private let observer: any CastSocketObserver

    /// Creates an acceptor that accepts sockets with another one.
    public init(_ inner: any CastAcceptor, observer: any CastSocketObserver) {
        self.inner = inner
        self.observer = observer
    }

    public func listen(
        at endpoint: CastEndpoint,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) async throws -> any CastListener {
        try await inner.listen(at: endpoint) { [observer] socket in
            accept(ObservedSocket(socket, observer: observer))
        }
    }
}

/// A socket whose events an observer receives. Fulfills the contract of ``CastSocket``.
final class ObservedSocket: CastSocket, CastSocketHandler, @unchecked Sendable {
    // `@unchecked Sendable`: the mutable state is accessed on the socket's event loop only, which the methods check; the
    // other properties are immutable.

    /// The number of the last socket. One observer can serve several connectors and acceptors, so all of them count
    /// together.
    private static let lastNumber = NIOLockedValueBox(0)

    private let inner: any CastSocket
    private let number: Int
    private let observer: any CastSocketObserver
    private var handler: (any CastSocketHandler)?

    init(_ inner: any CastSocket, observer: any CastSocketObserver) {
        self.inner = inner
        self.observer = observer
        number = Self.lastNumber.withLockedValue { last in
            last += 1
            return last
        }
    }

    var eventLoop: any EventLoop { inner.eventLoop }
    var remoteEndpoint: CastEndpoint { inner.remoteEndpoint }
    var localEndpoint: CastEndpoint { inner.localEndpoint }
    var peerCertificate: [UInt8]? { inner.peerCertificate }
    var localCertificate: [UInt8]? { inner.localCertificate }
    var queuedBytes: Int { inner.queuedBytes }
    var isWritable: Bool { inner.isWritable }

    func activate(_ handler: any CastSocketHandler) {
        eventLoop.preconditionInEventLoop()
        self.handler = handler
        observer.observe(.opened(local: localEndpoint, remote: remoteEndpoint), on: number)
        inner.activate(self)
    }

    func send(_ message: CastMessage) throws(CastSocketError) {
        eventLoop.preconditionInEventLoop()
        try inner.send(message)
        observer.observe(.sent(message), on: number)
    }

    func close(_ reason: CastCloseReason) {
        inner.close(reason)
    }

    // MARK: - CastSocketHandler

    func socketDidReceive(_ message: CastMessage) {
        eventLoop.preconditionInEventLoop()
        observer.observe(.received(message), on: number)
        handler?.socketDidReceive(message)
    }

    func socketDidChangeWritability(_ isWritable: Bool) {
        handler?.socketDidChangeWritability(isWritable)
    }

    func socketDidClose(_ reason: CastCloseReason) {
        eventLoop.preconditionInEventLoop()
        observer.observe(.closed(reason), on: number)
        let handler = handler
        self.handler = nil
        handler?.socketDidClose(reason)
    }
}

extension ObservedSocket: RawSocketAccess {
    // Faults below the framing also apply to observed sockets. Raw bytes are no message, so they are not an event.
    func sendBytes(_ bytes: [UInt8]) { (inner as? any RawSocketAccess)?.sendBytes(bytes) }
    func setReading(_ isReading: Bool) { (inner as? any RawSocketAccess)?.setReading(isReading) }
}
