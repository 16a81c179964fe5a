public import NIOCore

/// Something that opens Cast sockets: ``CastTLSConnector`` in life, ``CastMemoryNetwork`` in tests.
public protocol CastConnector: Sendable {
    /// Opens a socket: for TLS, name resolution, TCP and the TLS handshake together.
    ///
    /// Cancelling the task gives the attempt up and closes what was opened.
    ///
    /// - Parameters:
    ///   - endpoint: Where to connect.
    ///   - timeout: For everything together; official senders take 10 s.
    ///   - eventLoop: The loop on which the socket shall live; nil lets the connector choose.
    /// - Throws: ``CastConnectError``, or `CancellationError`.
    func connect(
        to endpoint: CastEndpoint,
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws
        -> any CastSocket
}

/// Something at which Cast sockets arrive.
public protocol CastAcceptor: Sendable {
    /// Listens until the listener is closed.
    ///
    /// - Parameters:
    ///   - endpoint: The address to listen at; port 0 takes a free one.
    ///   - accept: Called for each socket, on its event loop, once it can carry messages.
    /// - Throws: ``CastListenError``, for example when the port is in use.
    func listen(
        at endpoint: CastEndpoint,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) async throws
        -> any CastListener
}

/// An open place to connect to.
public protocol CastListener: Sendable {
    /// Where it listens, with the real port.
    var endpoint: CastEndpoint { get }

    /// Stops listening; accepted sockets stay open. Returns when the port is free again.
    func close() async
}
