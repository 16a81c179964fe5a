public import CastTransport
public import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// A server on real sockets that knows nothing of Cast: a test sends whatever bytes it likes.
///
/// Without identity it speaks plain TCP, so that a sender which connects waits for a TLS handshake that never comes,
/// or gets garbage for one. With an identity it finishes TLS and then sends raw bytes: bad frames, half frames.
public final class RawPeer: Sendable {
    private let channel: any Channel
    private let accepted: Mailbox<RawConnection>

    /// Where it listens.
    public let endpoint: CastEndpoint

    /// - Parameters:
    ///   - group: A `MultiThreadedEventLoopGroup` or one of its loops.
    ///   - identity: The certificate for TLS; nil for plain TCP.
    /// - Throws: An error of the system or of the TLS library.
    public init(group: any EventLoopGroup, identity: TLSIdentity? = nil) async throws {
        let context = try identity.map(Self.context)
        let accepted = Mailbox<RawConnection>()
        self.accepted = accepted
        channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try RawConnection.prepare(channel, tls: context.map(NIOSSLServerHandler.init(context:))) { result in
                        if case .success(let connection) = result { accepted.put(connection) }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        endpoint = CastEndpoint(host: "127.0.0.1", port: channel.localAddress?.port ?? 0)
    }

    /// The next connection; with an identity, once its handshake is done.
    ///
    /// - Throws: ``MailboxError`` when nobody came.
    public func accept(within limit: Duration = .seconds(5)) async throws -> RawConnection {
        try await accepted.take(within: limit)
    }

    /// Stops listening; open connections stay.
    public func close() async {
        // Fails only when it is closed already.
        try? await channel.close().get()
    }

    private static func context(_ identity: TLSIdentity) throws -> NIOSSLContext {
        let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKey.pemRepresentation.utf8), format: .pem)
        let certificate = try NIOSSLCertificate(bytes: identity.certificate, format: .der)
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)],
                privateKey: .privateKey(key)
            )
        )
    }
}
