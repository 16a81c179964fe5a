// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A TCP or TLS connection on which a test sends and receives raw bytes.
///
/// ``connect(to:usesTLS:from:group:)`` opens a connection to a listener, and ``RawPeer/accept(within:)`` accepts one.
public final class RawConnection: Sendable {
    /// The received data, in the chunks in which it arrived. With TLS, the decrypted data.
    public let received = Mailbox<[UInt8]>()
    /// Receives one element when the connection has ended: closed or reset by either side, or failed.
    public let ended = Mailbox<Void>()
    private let channel: any Channel

    private init(channel: any Channel) {
        self.channel = channel
    }

    /// Connects to a listener. With TLS, returns after the handshake.
    ///
    /// - Parameters:
    ///   - endpoint: A numeric address and port.
    ///   - usesTLS: Whether to use TLS. Every certificate is accepted.
    ///   - source: The numeric source address, for example `127.0.0.2` to act as another host than `127.0.0.1`. Default
    ///     nil: the system selects it.
    ///   - group: A `MultiThreadedEventLoopGroup` or one of its event loops. Default nil: the shared group.
    /// - Throws: An error of the system or of the TLS library; ``MailboxError`` if the handshake does not complete.
    public static func connect(
        to endpoint: CastEndpoint,
        usesTLS: Bool = false,
        from source: String? = nil,
        group: (any EventLoopGroup)? = nil
    ) async throws -> RawConnection {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        let context = usesTLS ? try NIOSSLContext(configuration: configuration) : nil
        let opened = Mailbox<Result<RawConnection, any Error>>()
        var bootstrap = ClientBootstrap(group: group ?? MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let tls = try context.map { try NIOSSLClientHandler(context: $0, serverHostname: nil) }
                    try prepare(channel, tls: tls) { opened.put($0) }
                }
            }
        if let source { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: source, port: 0)) }
        let channel = try await bootstrap.connect(host: endpoint.host, port: endpoint.port).get()
        do {
            return try await opened.take().get()
        } catch {
            try? await channel.close()
            throw error
        }
    }

    /// Sends bytes. Returns when the system has accepted them.
    ///
    /// - Throws: An error of the system, or `ChannelError` if the connection has ended.
    public func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// Sends bytes and closes the output side of the connection. The input side stays open.
    ///
    /// - Throws: An error of the system, or `ChannelError` if the connection has ended.
    public func sendLast(_ bytes: [UInt8]) async throws {
        let channel = channel
        try await channel.eventLoop.flatSubmit {
            channel.writeAndFlush(ByteBuffer(bytes: bytes)).and(channel.close(mode: .output)).map { _ in }
        }.get()
    }

    /// Whether the connection has not ended. A connection of which only the output side is closed is open.
    public var isOpen: Bool { channel.isActive }

    /// Waits for the end of the connection and returns the bytes that are still in ``received``, in one array.
    ///
    /// - Parameter limit: The timeout. Default 10 seconds.
    /// - Throws: ``MailboxError`` if the connection did not end in time.
    public func receiveToEnd(within limit: Duration = .seconds(10)) async throws -> [UInt8] {
        try await waitForEnd(within: limit)
        var bytes: [UInt8] = []
        while let piece = received.takeNow() { bytes += piece }
        return bytes
    }

    /// Connects, sends text, closes the output side, and returns the text that the peer sends until it closes the
    /// connection.
    ///
    /// The parameters are those of ``connect(to:usesTLS:from:group:)``. Invalid UTF-8 in the received text is replaced.
    ///
    /// - Throws: An error of the system or of the TLS library; ``MailboxError`` if the connection did not end within 10
    ///   seconds.
    public static func exchange(
        _ text: String,
        with endpoint: CastEndpoint,
        usesTLS: Bool = false,
        from source: String? = nil
    ) async throws -> String {
        let connection = try await connect(to: endpoint, usesTLS: usesTLS, from: source)
        try await connection.sendLast(Array(text.utf8))
        return String(decoding: try await connection.receiveToEnd(), as: UTF8.self)
    }

    /// Closes the connection (TCP FIN). With TLS, sends close_notify first. Does nothing if the connection has ended.
    public func close() async {
        try? await channel.close().get()
    }

    /// Resets the connection (TCP RST), so that the peer receives an error.
    public func reset() async {
        let options = channel as? any SocketOptionProvider
        try? await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        let tlsClosed = channel.eventLoop.submit {
            try? self.channel.pipeline.syncOperations.context(handlerType: NIOSSLHandler.self).close(promise: nil)
        }
        _ = try? await tlsClosed.get()
        try? await channel.close().get()
    }

    /// Waits for the end of the connection. Can be called once, because it takes the element of ``ended``.
    ///
    /// - Parameter limit: The timeout. Default 5 seconds.
    /// - Throws: ``MailboxError`` if the connection did not end in time.
    public func waitForEnd(within limit: Duration = .seconds(5)) async throws {
        try await ended.take(within: limit)
    }

    /// Adds the handlers to a new channel.
    ///
    /// - Parameters:
    ///   - channel: The channel, on whose event loop the function is called.
    ///   - tls: The TLS handler; nil for plain TCP.
    ///   - onOpen: Called once, on the event loop: with the connection when it is open and has completed the TLS
    ///     handshake, if any, or with the error if it ends before.
    static func prepare(
        _ channel: any Channel,
        tls: NIOSSLHandler?,
        onOpen: @escaping @Sendable (Result<RawConnection, any Error>) -> Void
    ) throws {
        if let tls { try channel.pipeline.syncOperations.addHandler(tls) }
        let handler = RawHandler(connection: RawConnection(channel: channel), usesTLS: tls != nil, onOpen: onOpen)
        try channel.pipeline.syncOperations.addHandler(handler)
    }
}

/// A channel handler that forwards the events of a channel to a ``RawConnection``.
private final class RawHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let connection: RawConnection
    private let usesTLS: Bool
    private var onOpen: ((Result<RawConnection, any Error>) -> Void)?
    private var error: any Error = ChannelError.eof

    init(
        connection: RawConnection,
        usesTLS: Bool,
        onOpen: @escaping @Sendable (Result<RawConnection, any Error>) -> Void
    ) {
        self.connection = connection
        self.usesTLS = usesTLS
        self.onOpen = onOpen
    }

    func channelActive(context: ChannelHandlerContext) {
        if !usesTLS { open(.success(connection)) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { open(.success(connection)) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.received.put(Array(unwrapInboundIn(data).readableBytesView))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.error = error
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        open(.failure(error))
        connection.ended.put(())
    }

    private func open(_ result: Result<RawConnection, any Error>) {
        onOpen?(result)
        onOpen = nil
    }
}
