import NIOConcurrencyHelpers
public import NIOCore
import NIOPosix
import NIOSSL

/// A device's end of TLS: listens, and hands over each sender's socket once its handshake is done.
///
/// May be used from anywhere. Connections that never finish TLS, and too many of them, are closed without a word;
/// see ``CastAcceptConfiguration``.
public final class CastTLSAcceptor: CastAcceptor {
    private struct Served: Sendable {
        var context: NIOSSLContext
        var certificate: [UInt8]
    }

    private let group: any EventLoopGroup
    private let configuration: CastAcceptConfiguration
    private let served: NIOLockedValueBox<Served>

    /// - Parameters:
    ///   - group: Where sockets live; its loops must be those of a `MultiThreadedEventLoopGroup`. Give a single loop
    ///     to have all sockets on that one.
    ///   - identity: The certificate to show and its key.
    ///   - configuration: Limits.
    /// - Throws: An error of the TLS library when the identity cannot be used.
    public init(
        group: any EventLoopGroup,
        identity: TLSIdentity,
        configuration: CastAcceptConfiguration = CastAcceptConfiguration()
    ) throws {
        self.group = group
        self.configuration = configuration
        served = NIOLockedValueBox(try Self.serve(identity, configuration.socket))
    }

    /// Shows another certificate to senders that connect from now on; open sockets go on.
    ///
    /// - Throws: An error of the TLS library when the identity cannot be used; the old one stays then.
    public func replaceIdentity(_ identity: TLSIdentity) throws {
        let new = try Self.serve(identity, configuration.socket)
        served.withLockedValue { $0 = new }
    }

    public func listen(
        at endpoint: CastEndpoint,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) async throws
        -> any CastListener
    {
        guard endpoint.isPortInRange else {
            throw CastListenError(.failed, endpoint: endpoint, detail: "there is no port \(endpoint.port)")
        }
        let admission = TLSArrivals(configuration)
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
        admission: TLSArrivals,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) throws {
        guard admission.arrived(channel) else { throw ChannelError.ioOnClosedChannel }
        let arrival = TLSArrival(channel: channel, admission: admission, accept: accept)
        let served = served.withLockedValue { $0 }
        let server = NIOSSLServerHandler(context: served.context)
        let handler = TLSSocketHandler(
            tls: server,
            configuration: configuration.socket,
            localCertificate: served.certificate,
            onProgress: arrival.advance(_:)
        )
        arrival.start(timeout: configuration.handshakeTimeout)
        try channel.pipeline.syncOperations.addHandlers(server, handler)
    }

    private static func serve(_ identity: TLSIdentity, _ configuration: CastSocketConfiguration) throws -> Served {
        Served(
            context: try TLSContexts.server(identity, configuration: configuration),
            certificate: identity.certificate
        )
    }
}
