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
/// A device of Google's has a certificate below a Cast root, with one for its model in between; this one has its own
/// developer root, made together with the device, and one in between, too. Senders that are given the root accept the
/// device; all others refuse it or do not ask. The keys of both are forgotten as soon as they have signed.
///
/// It sends no revocation list: only Google could sign one, and senders then go by what they have.
struct DeviceCredentials: Sendable {
    let key: _RSA.Signing.PrivateKey
    /// The device's certificate.
    let certificate: Certificate
    /// What lies between the device's certificate and the root: nothing for devices made by old versions of this
    /// package.
    let intermediate: Certificate?
    /// The root that issued it, for the trust stores of senders.
    let root: Certificate

    /// Ten years, as devices' own: nothing renews it.
    private static let lifetime: TimeInterval = 10 * 365 * 24 * 60 * 60
    /// For senders whose clock is behind.
    private static let clockTolerance: TimeInterval = 60 * 60

    init(
        key: _RSA.Signing.PrivateKey,
        certificate: Certificate,
        intermediate: Certificate?,
        root: Certificate
    ) {
        self.key = key
        self.certificate = certificate
        self.intermediate = intermediate
        self.root = root
    }

    /// New keys and certificates; takes some tenths of a second.
    ///
    /// - Parameter serialName: The device's serial as its certificate names it, such as `swift-cast FA8FCA3F0D35`.
    static func generate(serialName: String, now: Date) throws -> DeviceCredentials {
        let rootKey = Certificate.PrivateKey(try _RSA.Signing.PrivateKey(keySize: .bits2048))
        let rootName = try DistinguishedName { CommonName("swift-cast developer root of \(serialName)") }
        let root = try issue(
            rootName,
            rootKey.publicKey,
            by: (rootName, rootKey),
            now: now,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 1))
                Critical(KeyUsage(keyCertSign: true))
            }
        )
        let modelKey = Certificate.PrivateKey(try _RSA.Signing.PrivateKey(keySize: .bits2048))
        let modelName = try DistinguishedName { CommonName("swift-cast model of \(serialName)") }
        let intermediate = try issue(
            modelName,
            modelKey.publicKey,
            by: (rootName, rootKey),
            now: now,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
            }
        )
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let certificate = try issue(
            DistinguishedName { CommonName(serialName) },
            Certificate.PrivateKey(key).publicKey,
            by: (modelName, modelKey),
            now: now,
            extensions: Certificate.Extensions { Critical(KeyUsage(digitalSignature: true)) }
        )
        return DeviceCredentials(key: key, certificate: certificate, intermediate: intermediate, root: root)
    }

    private static func issue(
        _ subject: DistinguishedName,
        _ key: Certificate.PublicKey,
        by issuer: (name: DistinguishedName, key: Certificate.PrivateKey),
        now: Date,
        extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key,
            notValidBefore: now - clockTolerance,
            notValidAfter: now + lifetime,
            issuer: issuer.name,
            subject: subject,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: extensions,
            issuerPrivateKey: issuer.key
        )
    }

    /// The device's certificate in DER form.
    func certificateBytes() throws -> [UInt8] { try Self.bytes(of: certificate) }

    /// What is sent along with the device's certificate, in DER form.
    func intermediateBytes() throws -> [[UInt8]] { try intermediate.map { [try Self.bytes(of: $0)] } ?? [] }

    private static func bytes(of certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
