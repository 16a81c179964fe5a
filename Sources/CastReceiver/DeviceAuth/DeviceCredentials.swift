import CryptoExtras
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The key and certificate by which a device proves that it is itself (CASTV2 device authentication).
///
/// A device of Google's has a certificate below a Cast root; this one has its own developer root, made together with
/// the device. Senders that are given the root accept the device; all others refuse it or do not ask. The root's key
/// is forgotten as soon as the device's certificate is signed.
struct DeviceCredentials: Sendable {
    let key: _RSA.Signing.PrivateKey
    /// The device's certificate.
    let certificate: Certificate
    /// The root that issued it, for the trust stores of senders.
    let root: Certificate

    /// Ten years, as devices' own: nothing renews it.
    private static let lifetime: TimeInterval = 10 * 365 * 24 * 60 * 60
    /// For senders whose clock is behind.
    private static let clockTolerance: TimeInterval = 60 * 60

    init(key: _RSA.Signing.PrivateKey, certificate: Certificate, root: Certificate) {
        self.key = key
        self.certificate = certificate
        self.root = root
    }

    /// New keys and certificates; takes some tenths of a second.
    ///
    /// - Parameter serialName: The device's serial as its certificate names it, such as `swift-cast FA8FCA3F0D35`.
    static func generate(serialName: String, now: Date) throws -> DeviceCredentials {
        let rootKey = Certificate.PrivateKey(try _RSA.Signing.PrivateKey(keySize: .bits2048))
        let rootName = try DistinguishedName { CommonName("swift-cast developer root of \(serialName)") }
        let root = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: rootKey.publicKey,
            notValidBefore: now - clockTolerance,
            notValidAfter: now + lifetime,
            issuer: rootName,
            subject: rootName,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            },
            issuerPrivateKey: rootKey
        )
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PrivateKey(key).publicKey,
            notValidBefore: now - clockTolerance,
            notValidAfter: now + lifetime,
            issuer: rootName,
            subject: try DistinguishedName { CommonName(serialName) },
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: Certificate.Extensions { Critical(KeyUsage(digitalSignature: true)) },
            issuerPrivateKey: rootKey
        )
        return DeviceCredentials(key: key, certificate: certificate, root: root)
    }

    /// The device's certificate in DER form.
    func certificateBytes() throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
