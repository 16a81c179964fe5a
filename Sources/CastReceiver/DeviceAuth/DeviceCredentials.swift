// SPDX-License-Identifier: Apache-2.0

import CryptoExtras
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The key and certificates by which a device authenticates itself (CASTV2 device authentication).
///
/// The certificate of a Google device is issued below a Cast root, with an intermediate certificate of its model. This
/// device has its own developer root and intermediate certificate, created together with the device. Senders that trust
/// the root accept the device; others reject it or do not ask. The private keys of the root and the intermediate
/// certificate are discarded after signing.
///
/// The device sends no revocation list: only Google can sign one, and senders then use the one that they have.
struct DeviceCredentials: Sendable {
    let key: _RSA.Signing.PrivateKey
    /// The device's certificate.
    let certificate: Certificate
    /// The certificate between the device's certificate and the root; nil for devices created by old versions of this
    /// package.
    let intermediate: Certificate?
    /// The root certificate, for the trust stores of senders.
    let root: Certificate

    /// The validity of the certificates in seconds: ten years, as on real devices, because they are never renewed.
    private static let lifetime: TimeInterval = 10 * 365 * 24 * 60 * 60
    /// The time in seconds by which the clock of a sender may be behind.
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

    /// Generates new keys and certificates, which takes some tenths of a second.
    ///
    /// - Parameter serialName: The device's serial in the name of its certificate, such as `swift-cast FA8FCA3F0D35`.
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

    /// The device's certificate, in DER format.
    func certificateBytes() throws -> [UInt8] { try Self.bytes(of: certificate) }

    /// The certificates to send along with the device's certificate, in DER format.
    func intermediateBytes() throws -> [[UInt8]] { try intermediate.map { [try Self.bytes(of: $0)] } ?? [] }

    private static func bytes(of certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
