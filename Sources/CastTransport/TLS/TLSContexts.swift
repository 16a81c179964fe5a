import NIOCore
import NIOSSL

/// How TLS is set up on both ends (CASTV2 transport, TLS).
enum TLSContexts {
    /// The key exchange groups that devices of every age know. The post-quantum group is left out: no device asks
    /// for it, and its key is the most expensive part of a handshake.
    private static let groups: [NIOTLSCurve] = [.x25519, .secp256r1, .secp384r1]

    /// The sender's end: any certificate is taken, because device authentication is what vouches for it; no root
    /// certificates are read; nothing is resumed, so that the certificate is always shown.
    static func client(_ configuration: CastSocketConfiguration) throws -> NIOSSLContext {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.certificateVerification = .none
        tls.trustRoots = .certificates([])
        tls.curves = groups
        tls.shutdownTimeout = TimeAmount(configuration.closeTimeout)
        return try NIOSSLContext(configuration: tls)
    }

    /// The device's end: no certificate is asked from the sender.
    static func server(
        _ identity: TLSIdentity,
        configuration: CastSocketConfiguration
    ) throws -> NIOSSLContext {
        let certificate = try NIOSSLCertificate(bytes: identity.certificate, format: .der)
        let key = try NIOSSLPrivateKey(bytes: identity.privateKey.derRepresentation, format: .der)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)],
            privateKey: .privateKey(key)
        )
        tls.minimumTLSVersion = .tlsv12
        tls.trustRoots = .certificates([])
        tls.curves = groups
        tls.shutdownTimeout = TimeAmount(configuration.closeTimeout)
        return try NIOSSLContext(configuration: tls)
    }
}
