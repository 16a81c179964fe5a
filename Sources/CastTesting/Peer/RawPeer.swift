// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// A server on real sockets that does not implement the Cast protocol. The test sends raw bytes.
///
/// Without an identity, it uses plain TCP. A sender that connects waits for a TLS handshake or receives invalid data.
/// With an identity, the TLS handshake completes, and the test can send malformed or incomplete frames.
public final class RawPeer: Sendable {
    private let channel: any Channel
    private let accepted: Mailbox<RawConnection>

    /// The address and port at which the server listens.
    public let endpoint: CastEndpoint

    /// Listens at a free port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - group: A `MultiThreadedEventLoopGroup` or one of its event loops. Default nil: SwiftNIO's shared event loops.
    ///   - identity: The certificate and key for TLS; nil for plain TCP.
    /// - Throws: An error of the system or of the TLS library.
    public init(group: (any EventLoopGroup)? = nil, identity: TLSIdentity? = nil) async throws {
        let context = try identity.map(Self.context)
        let accepted = Mailbox<RawConnection>()
        self.accepted = accepted
        channel = try await ServerBootstrap(group: group ?? MultiThreadedEventLoopGroup.singleton)
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

    /// Waits for the next connection. With an identity, it is returned after its handshake.
    ///
    /// - Throws: ``MailboxError`` if there was no connection in time.
    public func accept(within limit: Duration = .seconds(5)) async throws -> RawConnection {
        try await accepted.take(within: limit)
    }

    /// Stops listening. Open connections stay open.
    public func close() async {
        // Fails only if the channel is already closed.
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
