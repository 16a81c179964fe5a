// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

@testable import CastSender

/// A certificate authority for tests: a name, a key and a certificate.
struct TestAuthority {
    /// The properties of a certificate; the defaults are valid.
    struct Terms {
        var isAuthority = false
        var pathLength: Int?
        var usage: KeyUsage?
        var from = TestAuthority.time - 3600
        var until = TestAuthority.time + 3600
        var extensions: [Certificate.Extension] = []

        static let authority = Terms(isAuthority: true, usage: KeyUsage(keyCertSign: true))
        static let device = Terms(usage: KeyUsage(digitalSignature: true))
    }

    static let time = Date(timeIntervalSince1970: 1_700_000_000)
    /// Generated once, because each key takes a while.
    static let keys = (0..<4).map { _ in try? _RSA.Signing.PrivateKey(keySize: .bits2048) }

    let name: DistinguishedName
    let key: Certificate.PrivateKey
    private(set) var certificate: Certificate

    /// Creates a root.
    init(
        root name: String,
        key: Int = 0,
        terms: Terms = .authority
    ) throws {
        self.name = try DistinguishedName { CommonName(name) }
        self.key = Certificate.PrivateKey(try Self.key(key))
        certificate = try Self.issue(self.name, self.key.publicKey, by: self.name, self.key, terms)
    }

    /// Creates an authority or device certified by an issuer.
    init(
        _ name: DistinguishedName,
        key: Certificate.PrivateKey,
        below issuer: TestAuthority,
        terms: Terms = .authority
    ) throws {
        self.name = name
        self.key = key
        certificate = try Self.issue(name, key.publicKey, by: issuer.name, issuer.key, terms)
    }

    /// Creates an authority or device certified by an issuer, with one of the shared keys.
    init(_ name: String, key: Int, below issuer: TestAuthority, terms: Terms = .authority) throws {
        try self.init(
            DistinguishedName { CommonName(name) },
            key: Certificate.PrivateKey(Self.key(key)),
            below: issuer,
            terms: terms
        )
    }

    static func key(_ number: Int) throws -> _RSA.Signing.PrivateKey {
        guard let key = keys[number] else { throw CocoaError(.featureUnsupported) }
        return key
    }

    static func issue(
        _ subject: DistinguishedName,
        _ key: Certificate.PublicKey,
        by issuer: DistinguishedName,
        _ issuerKey: Certificate.PrivateKey,
        _ terms: Terms
    ) throws -> Certificate {
        var extensions = try Certificate.Extensions(terms.extensions)
        if terms.isAuthority {
            try extensions.append(
                Certificate.Extension(
                    BasicConstraints.isCertificateAuthority(maxPathLength: terms.pathLength),
                    critical: true
                )
            )
        }
        if let usage = terms.usage { try extensions.append(Certificate.Extension(usage, critical: true)) }
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key,
            notValidBefore: terms.from,
            notValidAfter: terms.until,
            issuer: issuer,
            subject: subject,
            extensions: extensions,
            issuerPrivateKey: issuerKey
        )
    }

    var anchor: TrustAnchor { TrustAnchor(certificate) }

    var bytes: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return serializer.serializedBytes
        }
    }

    /// Creates an extension that lists certificate policies.
    static func policies(_ policies: [ASN1ObjectIdentifier], critical: Bool = false) throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            for policy in policies {
                try serializer.appendConstructedNode(identifier: .sequence) { try $0.serialize(policy) }
            }
        }
        return Certificate.Extension(
            oid: .CastExtension.certificatePolicies,
            critical: critical,
            value: serializer.serializedBytes[...]
        )
    }
}

/// A device for tests: its TLS certificate, and its answers to challenges.
struct TestDevice {
    var root: TestAuthority
    var model: TestAuthority
    var device: TestAuthority
    let tlsCertificate: [UInt8]

    init(model modelTerms: TestAuthority.Terms = .authority, device terms: TestAuthority.Terms = .device) throws {
        root = try TestAuthority(root: "Test Root")
        model = try TestAuthority("Test Model", key: 1, below: root, terms: modelTerms)
        device = try TestAuthority("TEST FA8FCA000001", key: 2, below: model, terms: terms)
        tlsCertificate = try TestAuthority(root: "tls", key: 3, terms: .device).bytes
    }

    var options: DeviceAuthenticationOptions {
        var options = DeviceAuthenticationOptions()
        options.anchors = [root.anchor]
        return options
    }

    /// Signs a nonce of any length, as Google's devices do, with the requested digest.
    func answer(_ challenge: AuthChallenge) throws -> AuthResponse {
        let key = try TestAuthority.key(2)
        let bytes = challenge.senderNonce + tlsCertificate
        let signature =
            switch challenge.hashAlgorithm {
            case .sha1: try key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
            case .sha256: try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
            }
        return AuthResponse(
            signature: Array(signature.rawRepresentation),
            clientAuthCertificate: try device.bytes,
            intermediateCertificates: [try model.bytes],
            senderNonce: challenge.senderNonce,
            hashAlgorithm: challenge.hashAlgorithm
        )
    }

    /// Verifies the device's answer to a challenge.
    func result(
        _ options: DeviceAuthenticationOptions? = nil,
        claimsVideoOutput: Bool = true
    ) async throws -> Result<AuthenticatedDevice, DeviceAuthenticationFailure> {
        let challenge = AuthChallenge(senderNonce: Array(0..<16), hashAlgorithm: .sha256)
        let reply = DeviceAuthMessage.response(try answer(challenge)).serializedBytes
        let evidence = DeviceVerifier.Evidence(
            challenge: challenge,
            reply: RecordedHandshake.message(.binary(reply)),
            tlsCertificate: tlsCertificate,
            claimsVideoOutput: claimsVideoOutput
        )
        do throws(DeviceAuthenticationFailure) {
            return .success(
                try await DeviceVerifier(options: options ?? self.options).verify(evidence, at: TestAuthority.time)
            )
        } catch {
            return .failure(error)
        }
    }
}
