// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A server certificate for media.example that only its own client configuration trusts.
struct WebCertificate {
    let server: NIOSSLContext
    let client: TLSConfiguration

    /// - Parameter validity: The validity period in seconds from now.
    init(validity: ClosedRange<Double> = -3600...3600) throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("media.example") }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: Date(timeIntervalSinceNow: validity.lowerBound),
            notValidAfter: Date(timeIntervalSinceNow: validity.upperBound),
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames([.dnsName("media.example")])
            },
            issuerPrivateKey: key
        )
        let shown = try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().pemString.utf8), format: .pem)
        let secret = try NIOSSLPrivateKey(bytes: Array(key.serializeAsPEM().pemString.utf8), format: .pem)
        server = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(shown)],
                privateKey: .privateKey(secret)
            )
        )
        var client = TLSConfiguration.makeClientConfiguration()
        client.trustRoots = .certificates([shown])
        self.client = client
    }
}
