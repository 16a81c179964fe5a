// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A server certificate for pictures.example that only its own client configuration trusts.
struct TestCertificate {
    let server: NIOSSLContext
    let client: TLSConfiguration

    /// - Parameter maximumVersion: The newest TLS version of the server.
    init(maximumVersion: TLSVersion? = nil) throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("pictures.example") }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: Date(timeIntervalSinceNow: -3600),
            notValidAfter: Date(timeIntervalSinceNow: 3600),
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames([.dnsName("pictures.example")])
            },
            issuerPrivateKey: key
        )
        let shown = try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().pemString.utf8), format: .pem)
        let secret = try NIOSSLPrivateKey(bytes: Array(key.serializeAsPEM().pemString.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(shown)],
            privateKey: .privateKey(secret)
        )
        configuration.maximumTLSVersion = maximumVersion
        server = try NIOSSLContext(configuration: configuration)
        var client = TLSConfiguration.makeClientConfiguration()
        client.trustRoots = .certificates([shown])
        self.client = client
    }
}
