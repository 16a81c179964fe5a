// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto
import CryptoExtras
import SwiftASN1
import Testing
import X509

@testable import CastReceiver

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Answers to device authentication")
struct DeviceAuthenticatorTests {
    private static let credentials = Result {
        try DeviceCredentials.generate(serialName: "swift-cast FA8FCA000001", now: Date())
    }
    private static let tlsCertificate: [UInt8] = Array("a certificate".utf8)

    private func response(to challenge: AuthChallenge) throws -> AuthResponse {
        let authenticator = try DeviceAuthenticator(Self.credentials.get())
        let bytes = DeviceAuthMessage.challenge(challenge).serializedBytes
        let answer = authenticator.answer(bytes, tlsCertificate: Self.tlsCertificate)
        guard case .response(let response)? = answer else {
            throw UnexpectedAnswer(answer: answer)
        }
        // The answer is unchanged after encoding and parsing.
        #expect(try answer.map { try DeviceAuthMessage(parsing: $0.serializedBytes) } == answer)
        return response
    }

    private struct UnexpectedAnswer: Error {
        var answer: DeviceAuthMessage?
    }

    @Test("the signature covers the nonce and the TLS certificate, with the requested hash")
    func signedBytes() throws {
        let nonce: [UInt8] = Array(0..<16)
        let response = try response(to: AuthChallenge(senderNonce: nonce, hashAlgorithm: .sha256))
        #expect(response.senderNonce == nonce)
        #expect(response.hashAlgorithm == .sha256)
        #expect(response.signatureAlgorithm == .rsassaPKCS1v15)
        let certificate = try Certificate(derEncoded: response.clientAuthCertificate)
        let key = try #require(_RSA.Signing.PublicKey(certificate.publicKey))
        #expect(key.keySizeInBits == 2048)
        let signature = _RSA.Signing.RSASignature(rawRepresentation: response.signature)
        let digest = SHA256.hash(data: nonce + Self.tlsCertificate)
        #expect(key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5))
        #expect(!key.isValidSignature(signature, for: SHA256.hash(data: nonce), padding: .insecurePKCS1v1_5))
    }

    @Test("an empty challenge, as VLC sends it, is answered with an empty nonce and SHA-1")
    func emptyChallenge() throws {
        let authenticator = try DeviceAuthenticator(Self.credentials.get())
        guard case .response(let response)? = authenticator.answer([0x0A, 0x00], tlsCertificate: Self.tlsCertificate)
        else {
            Issue.record("the answer is not a response")
            return
        }
        #expect(response.senderNonce == [] && response.hashAlgorithm == .sha1)
        let key = try #require(
            _RSA.Signing.PublicKey(try Certificate(derEncoded: response.clientAuthCertificate).publicKey)
        )
        #expect(
            key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: response.signature),
                for: Insecure.SHA1.hash(data: Self.tlsCertificate),
                padding: .insecurePKCS1v1_5
            )
        )
    }

    @Test("the test modes send an error, a wrong signature, nothing, or a delayed answer")
    func modes() throws {
        let credentials = try Self.credentials.get()
        let challenge = AuthChallenge(senderNonce: Array(0..<16), hashAlgorithm: .sha256)
        func authenticator(_ mode: DeviceConfiguration.Authentication) throws -> DeviceAuthenticator {
            try DeviceAuthenticator(credentials, mode: mode)
        }
        func answer(_ mode: DeviceConfiguration.Authentication) throws -> DeviceAuthMessage? {
            try authenticator(mode).answer(
                DeviceAuthMessage.challenge(challenge).serializedBytes,
                tlsCertificate: Self.tlsCertificate
            )
        }
        #expect(try answer(.error) == .error(.internalError))
        guard case .response(let genuine)? = try answer(.genuine),
            case .response(let wrong)? = try answer(.wrongSignature)
        else {
            Issue.record("the answers are not responses")
            return
        }
        // Only the signature is wrong.
        var corrected = wrong
        corrected.signature = genuine.signature
        #expect(wrong != genuine && corrected == genuine)
        #expect(try answer(.slow(.seconds(2))) == .response(genuine))
        #expect(try authenticator(.slow(.seconds(2))).delay == .seconds(2))
        #expect(try authenticator(.silent).isSilent && !authenticator(.genuine).isSilent)
        #expect(try authenticator(.genuine).delay == .zero)
        #expect(genuine.intermediateCertificates.count == 1)
    }

    @Test("PSS is rejected, and a message that is not a challenge is not answered")
    func refuses() throws {
        let authenticator = try DeviceAuthenticator(Self.credentials.get())
        let pss = DeviceAuthMessage.challenge(AuthChallenge(signatureAlgorithm: .rsassaPSS)).serializedBytes
        #expect(
            authenticator.answer(pss, tlsCertificate: Self.tlsCertificate) == .error(.signatureAlgorithmUnavailable)
        )
        #expect(authenticator.answer([0x0A, 0x00], tlsCertificate: nil) == .error(.noTLS))
        for bytes in [[], [0xFF], DeviceAuthMessage.error(.noTLS).serializedBytes] as [[UInt8]] {
            #expect(authenticator.answer(bytes, tlsCertificate: Self.tlsCertificate) == nil)
        }
    }

    @Test(
        "only nonces of the lengths that senders use are signed: none or 16 bytes",
        arguments: [0, 1, 8, 15, 16, 17, 20, 32, 64, 441, 4096, 60_000]
    )
    func nonceLengths(count: Int) throws {
        let authenticator = try DeviceAuthenticator(Self.credentials.get())
        for hash in AuthHashAlgorithm.allCases {
            let challenge = AuthChallenge(senderNonce: [UInt8](repeating: 7, count: count), hashAlgorithm: hash)
            let answer = authenticator.answer(
                DeviceAuthMessage.challenge(challenge).serializedBytes,
                tlsCertificate: Self.tlsCertificate
            )
            if [0, 16].contains(count) {
                guard case .response? = answer else {
                    Issue.record("\(String(describing: answer))")
                    return
                }
            } else {
                #expect(answer == .error(.internalError))
            }
        }
    }

    @Test("the certificates meet the requirements of senders for a leaf and its root")
    func certificates() async throws {
        let credentials = try Self.credentials.get()
        let usage = try #require(try credentials.certificate.extensions.keyUsage)
        #expect(usage.digitalSignature && !usage.keyCertSign)
        #expect("\(credentials.certificate.subject)".contains("FA8FCA000001"))
        var verifier = Verifier(rootCertificates: CertificateStore([credentials.root])) { RFC5280Policy() }
        let result = await verifier.validate(
            leaf: credentials.certificate,
            intermediates: CertificateStore([try #require(credentials.intermediate)])
        )
        guard case .validCertificate = result else {
            Issue.record("the chain is invalid: \(result)")
            return
        }
    }
}
