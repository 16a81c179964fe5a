// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import Testing
import X509

@testable import CastSender

/// An attacker between a sender that requires authentication and a genuine device. It terminates the sender's TLS with
/// its own certificate and key, and has the device sign any nonce over a separate connection.
@Suite("Attacks on device authentication by a host between sender and device")
struct AuthenticationAttackTests {
    private typealias Code = DeviceAuthenticationFailure.Code

    private let device: TestDevice
    /// The sender's challenge.
    private let challenge = AuthChallenge(senderNonce: Array(100..<116), hashAlgorithm: .sha256)

    init() throws {
        device = try TestDevice()
    }

    /// Returns why the sender rejects a device with this TLS certificate and response; nil when it accepts the device.
    private func verdict(
        presenting certificate: [UInt8],
        _ response: AuthResponse,
        _ change: (inout DeviceAuthenticationOptions) -> Void = { _ in }
    ) async -> Code? {
        var options = device.options
        options.policy = .required
        change(&options)
        let evidence = DeviceVerifier.Evidence(
            challenge: challenge,
            reply: RecordedHandshake.message(.binary(DeviceAuthMessage.response(response).serializedBytes)),
            tlsCertificate: certificate,
            claimsVideoOutput: true
        )
        do throws(DeviceAuthenticationFailure) {
            _ = try await DeviceVerifier(options: options).verify(evidence, at: TestAuthority.time)
            return nil
        } catch {
            return error.code
        }
    }

    /// Returns the device's response for a forged certificate that ends with the device's certificate. The attacker
    /// sends the device the rest of the forged certificate as part of the nonce.
    private func splicedResponse(for forged: [UInt8]) throws -> AuthResponse {
        let genuine = device.tlsCertificate
        #expect(forged.suffix(genuine.count).elementsEqual(genuine), "the attack requires this form")
        var longer = challenge
        longer.senderNonce += forged.dropLast(genuine.count)
        var response = try device.answer(longer)
        response.senderNonce = challenge.senderNonce
        return response
    }

    /// A self-signed certificate for the attacker's key.
    private static func certificate(
        key: Certificate.PrivateKey,
        extensions: [Certificate.Extension] = []
    ) throws -> Certificate {
        let name = try DistinguishedName { CommonName("tls") }
        var terms = TestAuthority.Terms.device
        terms.extensions = extensions
        return try TestAuthority.issue(name, key.publicKey, by: name, key, terms)
    }

    private static func bytes(_ certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    /// The three parts of a certificate: signed part, algorithm and signature.
    private static func parts(_ certificate: [UInt8]) throws -> [ASN1Node] {
        guard case .constructed(let nodes) = try DER.parse(certificate).content else {
            throw CocoaError(.coderInvalidValue)
        }
        return Array(nodes)
    }

    /// Returns the certificate with another signature.
    private static func resigned(_ certificate: [UInt8], _ signature: [UInt8]) throws -> [UInt8] {
        let parts = try parts(certificate)
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            serializer.serialize(parts[0])
            serializer.serialize(parts[1])
            try serializer.serialize(ASN1BitString(bytes: signature[...]))
        }
        return serializer.serializedBytes
    }

    @Test("splice: a forged certificate whose signature field ends with the device's certificate is rejected")
    func splice() async throws {
        #expect(await verdict(presenting: device.tlsCertificate, try device.answer(challenge)) == nil)
        let genuine = device.tlsCertificate
        let keys = [
            Certificate.PrivateKey(try TestAuthority.key(0)), Certificate.PrivateKey(P256.Signing.PrivateKey()),
        ]
        for key in keys {
            let honest = try Self.bytes(Self.certificate(key: key))
            let signature = try ASN1BitString(derEncoded: Self.parts(honest)[2]).bytes
            for prefix in [[], [UInt8](repeating: 0, count: 64), Array(signature)] {
                let forged = try Self.resigned(honest, prefix + genuine)
                let code = await verdict(presenting: forged, try splicedResponse(for: forged))
                #expect(code == .tlsCertificateNotSelfSigned)
            }
        }
    }

    @Test("splice: the device's certificate after a complete certificate, or as its last parts, is rejected")
    func otherSplices() async throws {
        let genuine = device.tlsCertificate
        let key = Certificate.PrivateKey(try TestAuthority.key(0))
        let trailing = try Self.bytes(Self.certificate(key: key)) + genuine
        #expect(await verdict(presenting: trailing, try splicedResponse(for: trailing)) == .tlsCertificateUnreadable)

        // The last extension of the forged certificate ends with the header and the signed part of the device's
        // certificate. Algorithm and signature are the device's own. Only the signature's value is wrong.
        let parts = try Self.parts(genuine)
        let head = genuine.prefix(genuine.count - parts.reduce(0) { $0 + $1.encodedBytes.count })
        var terms = TestAuthority.Terms()
        terms.extensions = [
            Certificate.Extension(oid: [1, 2, 3, 4], critical: false, value: head + parts[0].encodedBytes)
        ]
        let name = try DistinguishedName { CommonName("tls") }
        let host = try Self.parts(Self.bytes(TestAuthority.issue(name, key.publicKey, by: name, key, terms)))
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { serializer in
            serializer.serialize(host[0])
            serializer.serialize(parts[1])
            serializer.serialize(parts[2])
        }
        let forged = serializer.serializedBytes
        let code = await verdict(presenting: forged, try splicedResponse(for: forged))
        #expect(code == .tlsCertificateNotSelfSigned)
    }

    @Test("splice: a signature or a length that is not in its shortest form is rejected, even if it verifies")
    func looseEncodings() async throws {
        let key = P256.Signing.PrivateKey()
        let honest = try Self.bytes(Self.certificate(key: Certificate.PrivateKey(key)))
        #expect(throws: Never.self) { try TLSPeerCertificate(honest).checkSelfSignature() }
        let signature = Array(try ASN1BitString(derEncoded: Self.parts(honest)[2]).bytes)
        // Extra bytes after the two integers of an ECDSA signature, and inside its sequence.
        for loose in [signature + [0], [0x30, signature[1] + 2] + signature.dropFirst(2) + [5, 0]] {
            let forged = try Self.resigned(honest, loose)
            #expect(throws: DeviceAuthenticationFailure(.tlsCertificateNotSelfSigned, "")) {
                try TLSPeerCertificate(forged).checkSelfSignature()
            }
        }
        // 0x30 0x82 <length>, encoded with one byte more than necessary.
        let long = [0x30, 0x83, 0x00] + honest.dropFirst(2)
        #expect(honest[1] == 0x82)
        #expect(throws: DeviceAuthenticationFailure(.tlsCertificateUnreadable, "")) { try TLSPeerCertificate(long) }
        let filler = Certificate.Extension(
            oid: [1, 2, 3, 4],
            critical: false,
            value: ArraySlice(repeating: 7, count: 4096)
        )
        let large = try Self.bytes(Self.certificate(key: Certificate.PrivateKey(key), extensions: [filler]))
        #expect(throws: DeviceAuthenticationFailure(.tlsCertificateUnreadable, "")) { try TLSPeerCertificate(large) }
    }

    @Test("self-signed certificates with RSA and ECDSA keys of every supported size are accepted")
    func supportedKeys() throws {
        let keys = [
            Certificate.PrivateKey(try TestAuthority.key(0)), Certificate.PrivateKey(P256.Signing.PrivateKey()),
            Certificate.PrivateKey(P384.Signing.PrivateKey()), Certificate.PrivateKey(P521.Signing.PrivateKey()),
        ]
        for key in keys {
            let bytes = try Self.bytes(Self.certificate(key: key))
            #expect(throws: Never.self) { try TLSPeerCertificate(bytes).checkSelfSignature() }
        }
        // Issued by another key: not self-signed, although otherwise well-formed.
        let name = try DistinguishedName { CommonName("tls") }
        let issued = try TestAuthority.issue(name, keys[1].publicKey, by: name, keys[0], .device)
        #expect(throws: DeviceAuthenticationFailure(.tlsCertificateNotSelfSigned, "")) {
            try TLSPeerCertificate(Self.bytes(issued)).checkSelfSignature()
        }
    }

    @Test("plain relay: the device's response to the sender's own challenge does not match the attacker's certificate")
    func plainRelay() async throws {
        let own = try Self.bytes(Self.certificate(key: Certificate.PrivateKey(TestAuthority.key(0))))
        #expect(await verdict(presenting: own, try device.answer(challenge)) == .signatureMismatch)
    }

    @Test("replay: an earlier response matches neither a new nonce nor the attacker's certificate")
    func replay() async throws {
        let earlier = AuthChallenge(senderNonce: Array(0..<16), hashAlgorithm: .sha256)
        var response = try device.answer(earlier)
        let own = try Self.bytes(Self.certificate(key: Certificate.PrivateKey(TestAuthority.key(0))))
        #expect(await verdict(presenting: own, response) == .signatureMismatch)
        // With the device's own certificate, for which only the device can complete a TLS handshake.
        #expect(
            await verdict(presenting: device.tlsCertificate, response) { $0.requiresNonce = true } == .nonceMismatch
        )
        response.senderNonce = challenge.senderNonce
        #expect(await verdict(presenting: device.tlsCertificate, response) == .signatureMismatch)
        #expect(await verdict(presenting: own, response) == .signatureMismatch)
    }

    @Test("SHA-1 downgrade: a SHA-1 signature matches no other certificate, and is rejected where SHA-256 is required")
    func downgrade() async throws {
        let own = try Self.bytes(Self.certificate(key: Certificate.PrivateKey(TestAuthority.key(0))))
        var weaker = challenge
        weaker.hashAlgorithm = .sha1
        var response = try device.answer(weaker)
        #expect(response.hashAlgorithm == .sha1)
        #expect(await verdict(presenting: own, response) == .signatureMismatch)
        #expect(
            await verdict(presenting: device.tlsCertificate, response) { $0.requiresSHA256 = true }
                == .digestUnsupported
        )
        // The digest's name is not signed, but a signature verifies only with the digest it was made with.
        response.hashAlgorithm = .sha256
        #expect(await verdict(presenting: device.tlsCertificate, response) == .signatureMismatch)
        var relabeled = try device.answer(challenge)
        relabeled.hashAlgorithm = .sha1
        #expect(await verdict(presenting: device.tlsCertificate, relabeled) == .signatureMismatch)
    }
}
