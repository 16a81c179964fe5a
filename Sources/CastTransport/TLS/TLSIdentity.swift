import CryptoExtras
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a device shows in TLS: a certificate and the key to it.
///
/// Senders do not check who issued it; device authentication binds it to the device. They do refuse a certificate
/// whose end is more than four days away, so a device makes a new one every day or two with the key it has, and
/// gives it to ``CastTLSAcceptor/replaceIdentity(_:)``.
public struct TLSIdentity: Sendable {
    /// The certificate in DER form.
    public var certificate: [UInt8]
    public var privateKey: TLSPrivateKey

    /// The longest life of a certificate made here: three days, as the devices' own.
    public static let maximumLifetime = Duration.seconds(3 * 24 * 60 * 60)

    /// Certificates are valid from an hour before they were made, for senders whose clock is behind.
    static let clockTolerance = TimeInterval(60 * 60)

    public init(certificate: [UInt8], privateKey: TLSPrivateKey) {
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// An identity with a self-signed certificate: X.509 v3, RSA with SHA-256.
    ///
    /// - Parameters:
    ///   - commonName: The subject, a name or UUID without meaning to senders.
    ///   - key: The key; nil makes a new one.
    ///   - now: The present; the certificate is valid from an hour before.
    ///   - lifetime: How long from now it is valid, at most ``maximumLifetime``.
    /// - Throws: An error of the certificate library, for example for a name that cannot be encoded.
    public static func selfSigned(
        commonName: String,
        key: TLSPrivateKey? = nil,
        now: Date = Date(),
        lifetime: Duration = maximumLifetime
    ) throws -> TLSIdentity {
        precondition(lifetime > .zero && lifetime <= maximumLifetime, "senders refuse such a certificate")
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

    /// When the certificate ends.
    ///
    /// - Throws: An error when ``certificate`` is no X.509 certificate.
    public func expiry() throws -> Date {
        try Certificate(derEncoded: certificate).notValidAfter
    }
}
