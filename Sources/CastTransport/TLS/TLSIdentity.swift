// SPDX-License-Identifier: Apache-2.0

import CryptoExtras
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The TLS certificate of a device and its private key.
///
/// Senders do not check the issuer; device authentication binds the certificate to the device. Senders reject a
/// certificate that expires more than four days from now, so a device creates a new one for its key every day or two
/// and passes it to ``CastTLSAcceptor/replaceIdentity(_:)``.
public struct TLSIdentity: Sendable {
    /// The certificate in DER form.
    public var certificate: [UInt8]
    /// The key of the certificate.
    public var privateKey: TLSPrivateKey

    /// The longest validity of a certificate created here: three days, as for certificates of real devices.
    public static let maximumLifetime = Duration.seconds(3 * 24 * 60 * 60)

    /// How long before its creation a certificate becomes valid, for senders whose clock is behind: one hour.
    static let clockTolerance = TimeInterval(60 * 60)

    /// Creates an identity.
    public init(certificate: [UInt8], privateKey: TLSPrivateKey) {
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// Creates an identity with a self-signed certificate: X.509 v3, RSA with SHA-256.
    ///
    /// - Parameters:
    ///   - commonName: The subject: a name or UUID, which senders ignore.
    ///   - key: The private key; nil creates a new one.
    ///   - now: The current time. The certificate becomes valid one hour earlier.
    ///   - lifetime: How long the certificate is valid from `now`. At most ``maximumLifetime``, which is the default.
    /// - Throws: An error of the certificate library, for example for a name that cannot be encoded.
    public static func selfSigned(
        commonName: String,
        key: TLSPrivateKey? = nil,
        now: Date = Date(),
        lifetime: Duration = maximumLifetime
    ) throws -> TLSIdentity {
        precondition(lifetime > .zero && lifetime <= maximumLifetime, "lifetime must be in (0, maximumLifetime]")
        let key = try key ?? TLSPrivateKey()
        let issuer = Certificate.PrivateKey(key.key)
        let name = try DistinguishedName { CommonName(commonName) }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: issuer.publicKey,
            notValidBefore: now - clockTolerance,
            notValidAfter: now + TimeInterval(lifetime.components.seconds),
            issuer: name,
            subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: Certificate.Extensions {
                KeyUsage(digitalSignature: true, keyEncipherment: true)
                try ExtendedKeyUsage([.serverAuth])
            },
            issuerPrivateKey: issuer
        )
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return TLSIdentity(certificate: serializer.serializedBytes, privateKey: key)
    }

    /// The end of the certificate's validity.
    ///
    /// - Throws: An error when ``certificate`` is not an X.509 certificate.
    public func expiry() throws -> Date {
        try Certificate(derEncoded: certificate).notValidAfter
    }
}
