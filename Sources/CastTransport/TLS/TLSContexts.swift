// SPDX-License-Identifier: Apache-2.0

import CryptoExtras
import NIOCore
import NIOSSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The TLS contexts of both ends (CASTV2 transport, TLS).
enum TLSContexts {
    /// The key exchange groups, which devices of all generations support. The post-quantum group is omitted: no device
    /// requests it, and its key is the most expensive part of a handshake.
    private static let groups: [NIOTLSCurve] = [.x25519, .secp256r1, .secp384r1]

    /// The sender's context. It accepts any certificate, because device authentication verifies it; it loads no root
    /// certificates; and it does not resume sessions, so that the device always presents its certificate.
    static func client(_ configuration: CastSocketConfiguration) throws -> NIOSSLContext {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.certificateVerification = .none
        tls.trustRoots = .certificates([])
        tls.curves = groups
        tls.shutdownTimeout = TimeAmount(configuration.closeTimeout)
        return try NIOSSLContext(configuration: tls)
    }

    /// The device's context. It requests no certificate from the sender.
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

/// The RSA key of a device's TLS certificate.
public struct TLSPrivateKey: Sendable {
    let key: _RSA.Signing.PrivateKey

    /// Generates a key of 2,048 bits, as devices use. Takes about a tenth of a second.
    public init() throws {
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// Loads a key from its ``pemRepresentation``.
    ///
    /// - Throws: An error when the text does not contain an RSA key of at least 2,048 bits.
    public init(pemRepresentation: String) throws {
        key = try _RSA.Signing.PrivateKey(pemRepresentation: pemRepresentation)
    }

    /// The key as PKCS #1 in PEM form. It is secret: store it where only its owner can read it.
    public var pemRepresentation: String { key.pemRepresentation }

    var derRepresentation: [UInt8] { Array(key.derRepresentation) }
}

extension ChannelPipeline.SynchronousOperations {
    /// Closes the channel without waiting for the other end's TLS `close_notify`.
    func closeBelowTLS() {
        if let tlsHandlerContext = try? context(handlerType: NIOSSLHandler.self) {
            tlsHandlerContext.close(promise: nil)
        } else {
            close(mode: .all, promise: nil)
        }
    }
}
