// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
public import NIOCore
import NIOPosix
import NIOSSL

/// Accepts Cast sockets over TCP and TLS on the device's side.
///
/// Each socket is handed over once its handshake is complete. Connections that do not complete TLS or exceed a limit
/// are closed without a message; see ``CastAcceptConfiguration``. Safe to use from any thread.
public final class CastTLSAcceptor: CastAcceptor {
    private struct LoadedIdentity: Sendable {
        var context: NIOSSLContext
        var certificate: [UInt8]
    }

    private let group: any EventLoopGroup
    private let configuration: CastAcceptConfiguration
    private let loadedIdentity: NIOLockedValueBox<LoadedIdentity>

    /// - Parameters:
    ///   - group: The event loops of the sockets, which must be those of a `MultiThreadedEventLoopGroup`. Pass a single
    ///     event loop to run all sockets on it. Default nil: SwiftNIO's shared event loops.
    ///   - identity: The certificate to present and its key.
    ///   - configuration: Limits.
    /// - Throws: An error of the TLS library when the identity cannot be used.
    public init(
        group: (any EventLoopGroup)? = nil,
        identity: TLSIdentity,
        configuration: CastAcceptConfiguration = CastAcceptConfiguration()
    ) throws {
        self.group = group ?? MultiThreadedEventLoopGroup.singleton
        self.configuration = configuration
        loadedIdentity = NIOLockedValueBox(try Self.load(identity, configuration.socket))
    }

    /// Replaces the certificate that is presented to new connections. Open sockets are not affected.
    ///
    /// - Throws: An error of the TLS library when the identity cannot be used. The previous identity remains in use
    ///   then.
    public func replaceIdentity(_ identity: TLSIdentity) throws {
        let new = try Self.load(identity, configuration.socket)
        loadedIdentity.withLockedValue { $0 = new }
    }

    public func listen(
        at endpoint: CastEndpoint,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) async throws
        -> any CastListener
    {
        guard endpoint.isPortInRange else {
            throw CastListenError(.failed, endpoint: endpoint, detail: "\(endpoint.port) is not a valid port")
        }
        let admission = TLSServerConnections(configuration)
        let bootstrap = bootstrap { channel in
            channel.eventLoop.makeCompletedFuture {
                try self.prepare(channel, admission: admission, accept: accept)
            }
        }
        let channel: any Channel
        do {
            if let address = endpoint.numericAddress {
                channel = try await bootstrap.bind(to: address).get()
            } else {
                channel = try await bootstrap.bind(host: endpoint.host, port: endpoint.port).get()
            }
        } catch {
            throw CastListenError(error, endpoint: endpoint)
        }
        return CastTLSListener(channel: channel, admission: admission)
    }

    private func bootstrap(
        _ prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    )
        -> ServerBootstrap
    {
        var bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(
                .writeBufferWaterMark,
                value: .init(low: configuration.socket.lowWaterMark, high: configuration.socket.highWaterMark)
            )
            .childChannelInitializer(prepare)
        for setting in TCPOptions.settings(configuration.socket) {
            bootstrap = bootstrap.childChannelOption(setting.option, value: setting.value)
        }
        return bootstrap
    }

    private func prepare(
        _ channel: any Channel,
        admission: TLSServerConnections,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) throws {
        guard admission.accepted(channel) else { throw ChannelError.ioOnClosedChannel }
        let connection = TLSServerConnection(channel: channel, admission: admission, accept: accept)
        let loadedIdentity = loadedIdentity.withLockedValue { $0 }
        let server = NIOSSLServerHandler(context: loadedIdentity.context)
        let handler = TLSSocketHandler(
            tls: server,
            configuration: configuration.socket,
            localCertificate: loadedIdentity.certificate,
            onProgress: connection.advance(_:)
        )
        connection.start(timeout: configuration.handshakeTimeout)
        try channel.pipeline.syncOperations.addHandlers(server, handler)
    }

    private static func load(
        _ identity: TLSIdentity,
        _ configuration: CastSocketConfiguration
    ) throws -> LoadedIdentity {
        LoadedIdentity(
            context: try TLSContexts.server(identity, configuration: configuration),
            certificate: identity.certificate
        )
    }
}

/// Limits of a listener for Cast sockets.
public struct CastAcceptConfiguration: Sendable, Hashable {
    /// Limits of each accepted socket.
    public var socket = CastSocketConfiguration()

    /// How long a connection may take to complete the TLS handshake before it is closed. Default 10 s.
    public var handshakeTimeout: Duration = .seconds(10)

    /// The number of connections that may be in their TLS handshake at once. Default 128. A quarter is reserved for
    /// addresses without a connection. When the limit is reached, a new connection replaces the oldest one of the
    /// address that has the most, or is closed.
    public var handshakeLimit = 128

    /// The number of connections of one address that may be in their TLS handshake at once. Default 32. A new
    /// connection beyond the limit replaces the oldest one.
    public var handshakeLimitPerAddress = 32

    /// The number of connections that may be open at once, including those in their handshake. Default 512. A quarter
    /// is reserved for addresses without a connection. Connections beyond the limit are closed.
    public var socketLimit = 512

    /// The number of connections of one address that may be open at once. Default 128. Connections beyond the limit are
    /// closed.
    public var socketLimitPerAddress = 128

    /// Creates the default configuration.
    public init() {}
}

/// An open port of a ``CastTLSAcceptor``.
public final class CastTLSListener: CastListener {
    private let channel: any Channel
    private let admission: TLSServerConnections

    public let endpoint: CastEndpoint

    init(channel: any Channel, admission: TLSServerConnections) {
        self.channel = channel
        self.admission = admission
        endpoint = CastEndpoint(channel.localAddress)
    }

    /// The numbers of connections: those open, those of them still in their handshake, and those refused or replaced
    /// because a limit was reached.
    public var counts: (open: Int, handshaking: Int, refused: Int) { admission.counts }

    public func close() async {
        admission.stopListening()
        // Fails only if it is already closed.
        try? await channel.close().get()
    }
}

/// A connection of a listener from TCP accept to close: its place in the admission limits and its handshake deadline.
final class TLSServerConnection: @unchecked Sendable {
    // `@unchecked Sendable`: the mutable state is accessed on the channel's event loop only, where the initializer, the
    // pipeline, timers and the close future of a channel run.

    private let channel: any Channel
    private let admission: TLSServerConnections
    private let accept: @Sendable (any CastSocket) -> Void
    private var timer: Scheduled<Void>?

    init(
        channel: any Channel,
        admission: TLSServerConnections,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) {
        self.channel = channel
        self.admission = admission
        self.accept = accept
    }

    func start(timeout: Duration) {
        channel.eventLoop.assertInEventLoop()
        timer = channel.eventLoop.scheduleTask(in: TimeAmount(timeout)) {
            self.channel.pipeline.syncOperations.closeBelowTLS()
        }
        channel.closeFuture.whenComplete { _ in
            self.timer?.cancel()
            self.admission.closed(self.channel)
        }
    }

    func advance(_ progress: TLSSocketHandler.Progress) {
        channel.eventLoop.assertInEventLoop()
        guard case .opened(let socket) = progress else { return }
        timer?.cancel()
        timer = nil
        if admission.handshakeCompleted(channel) {
            accept(socket)
        } else {
            channel.pipeline.syncOperations.closeBelowTLS()
        }
    }
}
