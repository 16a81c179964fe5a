public import NIOCore
import NIOPosix
import NIOSSL

/// Opens Cast sockets over TCP and TLS.
///
/// TLS 1.2 or later; the device's certificate is not validated but kept, see ``CastSocket/peerCertificate``. No name
/// is sent, nothing is resumed. One connector serves any number of connections and may be used from anywhere.
public final class CastTLSConnector: CastConnector {
    private let group: any EventLoopGroup
    private let configuration: CastSocketConfiguration
    private let options: [TCPOptions.Setting]
    /// Made once: it costs more than a handshake.
    private let tls: Result<NIOSSLContext, any Error>

    /// - Parameters:
    ///   - group: Where sockets live; its loops must be those of a `MultiThreadedEventLoopGroup`.
    ///   - configuration: Limits of every socket.
    public init(
        group: any EventLoopGroup,
        configuration: CastSocketConfiguration = CastSocketConfiguration()
    ) {
        self.group = group
        self.configuration = configuration
        options = TCPOptions.settings(configuration)
        tls = Result { try TLSContexts.client(configuration) }
    }

    public func connect(
        to endpoint: CastEndpoint,
        timeout: Duration,
        on eventLoop: (any EventLoop)?
    ) async throws
        -> any CastSocket
    {
        guard endpoint.isPortInRange else {
            throw CastConnectError(.failed, endpoint: endpoint, detail: "there is no port \(endpoint.port)")
        }
        let context: NIOSSLContext
        do {
            context = try tls.get()
        } catch {
            throw CastConnectError(.failed, endpoint: endpoint, detail: String(describing: error))
        }
        let attempt = TLSConnectAttempt(
            to: endpoint,
            on: eventLoop ?? group.next(),
            tls: context,
            configuration: configuration,
            options: options
        )
        return try await attempt.start(timeout: timeout)
    }
}
