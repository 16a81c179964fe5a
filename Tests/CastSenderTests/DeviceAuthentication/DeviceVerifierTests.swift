// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastSender

@Suite("Verification of a handshake")
struct DeviceVerifierTests {
    @Test("the reply authenticates the device and names it", arguments: AuthenticationData.available)
    func accepted(_ data: AuthenticationData) async throws {
        let handshake = try RecordedHandshake(data)
        let device = try await DeviceVerifier(options: handshake.options).verify(
            handshake.evidence,
            at: RecordedHandshake.time
        )
        // The expectations for the recorded handshake do not contain its names.
        let names = data.cases["handshake"]
        #expect(device.serialName == names?["leafCommonName"]?.stringValue ?? "Device")
        #expect(device.rootName == names?["rootCommonName"]?.stringValue ?? "Cast Root")
        #expect(!device.isAudioOnly && !device.hasExpiredIntermediate)
        #expect(handshake.evidence.challenge.senderNonce.count == 16)
        #expect(handshake.evidence.challenge.hashAlgorithm == .sha256)
    }

    @Test("a reply that is not a complete response is rejected", arguments: AuthenticationData.available)
    func replies(_ data: AuthenticationData) async throws {
        var handshake = try RecordedHandshake(data)
        let replies: [(CastMessage.Payload, DeviceAuthenticationFailure.Code)] = [
            (.text("{}"), .messageUnreadable), (.binary([]), .messageUnreadable), (.binary([0xFF]), .messageUnreadable),
            (.binary([0x12, 0x00]), .responseIncomplete), (.binary([0x20, 0x00]), .responseIncomplete),
            (.binary(DeviceAuthMessage.error(.internalError).serializedBytes), .refusedByDevice),
            (.binary(DeviceAuthMessage.challenge(AuthChallenge()).serializedBytes), .challengeReceived),
        ]
        for (payload, code) in replies {
            handshake.evidence.reply = RecordedHandshake.message(payload)
            #expect(await handshake.failure() == code, "\(payload)")
        }
    }

    @Test(
        "the TLS certificate is checked against its own validity period, which is at most four days",
        arguments: AuthenticationData.available
    )
    func tlsWindow(_ data: AuthenticationData) async throws {
        let certificate = try data.certificates("deviceauth/chains/test_tls_cert.pem")[0]
        let outline = try CertificateOutline(certificate)
        #expect(outline.notBefore < outline.notAfter)
        let entries = try #require(data.cases["tlsCertificateWindow"]?.arrayValue)
        #expect(entries.count == 3)
        for entry in entries {
            var handshake = try RecordedHandshake(data)
            handshake.evidence.tlsCertificate = certificate
            let (time, expected): (Date, DeviceAuthenticationFailure.Code?) =
                switch entry["at"]?.stringValue {
                case "notBefore": (outline.notBefore, nil)
                case "notBefore-1s": (outline.notBefore - 1, .tlsCertificateNotYetValid)
                case "notAfter+2s": (outline.notAfter + 2, .tlsCertificateExpired)
                default: throw CocoaError(.featureUnsupported)
                }
            let code = await handshake.failure(at: time)
            // Later checks fail, because the rest of the handshake is from another device.
            #expect(expected == nil ? code == .certificateDateInvalid : code == expected)
        }
        var handshake = try RecordedHandshake(data)
        #expect(await handshake.failure(at: try CertificateOutline(handshake.evidence.tlsCertificate).notAfter) == nil)
        handshake.evidence.tlsCertificate = try data.chain(.expiring).certificates[0]
        #expect(await handshake.failure() == .tlsCertificateTooLong)
        handshake.evidence.tlsCertificate = [0x30, 0x03, 0x02, 0x01, 0x01]
        #expect(await handshake.failure() == .tlsCertificateUnreadable)
    }

    @Test("the TLS certificates of devices are self-signed", arguments: AuthenticationData.available)
    func selfSigned(_ data: AuthenticationData) async throws {
        for file in ["chains/test_tls_cert.pem", "handshake/device_tls.pem"] {
            let bytes = try data.certificates("deviceauth/\(file)")[0]
            #expect(throws: Never.self, "\(file)") { try TLSPeerCertificate(bytes).checkSelfSignature() }
            var changed = bytes
            changed[bytes.count - 1] ^= 1
            #expect(throws: DeviceAuthenticationFailure(.tlsCertificateNotSelfSigned, "")) {
                try TLSPeerCertificate(changed).checkSelfSignature()
            }
        }
    }

    @Test("nonce and digest are checked only if required", arguments: AuthenticationData.available)
    func enforced(_ data: AuthenticationData) async throws {
        var handshake = try RecordedHandshake(data)
        handshake.options.requiresNonce = true
        handshake.options.requiresSHA256 = true
        #expect(await handshake.failure() == nil)
        handshake.evidence.challenge.senderNonce[0] ^= 1
        #expect(await handshake.failure() == .nonceMismatch)
        handshake.options.requiresNonce = false
        #expect(await handshake.failure() == nil)
        var response = try Self.response(of: handshake)
        response.hashAlgorithm = .sha1
        handshake.reply(.response(response))
        #expect(await handshake.failure() == .digestUnsupported)
        handshake.options.requiresSHA256 = false
        #expect(await handshake.failure() == .signatureMismatch)
    }

    @Test("a signature is valid only for its connection and its nonce", arguments: AuthenticationData.available)
    func signature(_ data: AuthenticationData) async throws {
        let handshake = try RecordedHandshake(data)
        let response = try Self.response(of: handshake)
        func failure(_ change: (inout AuthResponse) -> Void) async -> DeviceAuthenticationFailure.Code? {
            var changed = response
            change(&changed)
            var handshake = handshake
            handshake.reply(.response(changed))
            return await handshake.failure()
        }
        #expect(await failure { _ in } == nil)
        #expect(await failure { $0.signature = [] } == .signatureEmpty)
        #expect(await failure { $0.signature[0] ^= 1 } == .signatureMismatch)
        #expect(await failure { $0.signature.removeLast() } == .signatureMismatch)
        #expect(await failure { $0.senderNonce[15] ^= 1 } == .signatureMismatch)
        #expect(await failure { $0.hashAlgorithm = .sha1 } == .signatureMismatch)
        #expect(await failure { $0.intermediateCertificates = [] } == .untrusted)
        #expect(await failure { $0.clientAuthCertificate = [] } == .certificateUnreadable)
        #expect(await failure { $0.clientAuthCertificate = [0x30, 0x00] } == .notX509)
        var other = handshake
        other.evidence.tlsCertificate = try data.certificates("deviceauth/chains/test_tls_cert.pem")[0]
        #expect(await other.failure(at: AuthenticationData.date("2017-03-02T00:00:00Z")) == .certificateDateInvalid)
    }

    @Test(
        "a device's signature verifies only with its digest and over its bytes",
        arguments: AuthenticationData.available.flatMap(\.chains).filter { $0.signedData != nil }
    )
    func signedData(_ chain: AuthenticationData.Chain) async throws {
        let blocks = try chain.source.blocks("deviceauth/\(chain.signedData ?? "")")
        func block(_ label: String) throws -> [UInt8] { try #require(blocks.first { $0.label == label }).bytes }
        let message = try block("MESSAGE")
        let signatures = [AuthHashAlgorithm.sha1: try block("SIGNATURE SHA1"), .sha256: try block("SIGNATURE SHA256")]
        let certificates = try chain.source.certificates("deviceauth/\(chain.file)")
        let path = try await CertificatePath.find(
            leaf: certificates[0],
            intermediates: Array(certificates.dropFirst().prefix(chain.hasOwnAnchor ? certificates.count - 2 : 9)),
            anchors: chain.hasOwnAnchor
                ? [try TrustAnchor(der: certificates[certificates.count - 1])] : TrustAnchor.cast,
            at: chain.time
        )
        for (hash, signature) in signatures {
            try DeviceVerifier.checkSignature(signature, over: message, hash, by: path)
            let other: AuthHashAlgorithm = hash == .sha1 ? .sha256 : .sha1
            #expect(throws: DeviceAuthenticationFailure(.signatureMismatch, "")) {
                try DeviceVerifier.checkSignature(signature, over: message, other, by: path)
            }
            for position in message.indices {
                var changed = message
                changed[position] ^= 0x10
                #expect(throws: DeviceAuthenticationFailure(.signatureMismatch, "")) {
                    try DeviceVerifier.checkSignature(signature, over: changed, hash, by: path)
                }
            }
        }
    }

    @Test(
        "without a revocation list a device is rejected only if one is required",
        arguments: AuthenticationData.available
    )
    func noList(_ data: AuthenticationData) async throws {
        var handshake = try RecordedHandshake(data)
        #expect(await handshake.failure() == nil)
        handshake.options.revocation = .required
        #expect(await handshake.failure() == .revocationListInvalid)
    }

    @Test("E7 each failure has the code that Google's senders report")
    func numbers() {
        let table: [(DeviceAuthenticationFailure.Code, Int)] = [
            (.noTLS, 3), (.interrupted, 3), (.unexpectedMessage, 3), (.nonceMismatch, 3), (.digestUnsupported, 3),
            (.refusedByDevice, 40), (.certificateUnreadable, 41), (.notX509, 42), (.untrusted, 43),
            (.certificateDateInvalid, 43), (.expiredIntermediate, 43), (.certificateRestricted, 43), (.pathTooLong, 43),
            (.keyUnusable, 43), (.nameNotPermitted, 43), (.signatureAlgorithmUnsupported, 43),
            (.tlsCertificateUnreadable, 44), (.tlsCertificateNotYetValid, 44), (.tlsCertificateExpired, 44),
            (.tlsCertificateTooLong, 44), (.tlsCertificateNotSelfSigned, 44), (.signatureMismatch, 44),
            (.responseIncomplete, 45), (.signatureEmpty, 45),
            (.capabilityMismatch, 46), (.revocationListInvalid, 47), (.revoked, 48), (.messageUnreadable, 100),
            (.challengeReceived, 101), (.timedOut, 102),
        ]
        for (code, number) in table { #expect(code.sdkNumber == number, "\(code)") }
        #expect(Set(table.map(\.0.name)).count == table.count)
    }

    private static func response(of handshake: RecordedHandshake) throws -> AuthResponse {
        guard case .binary(let bytes) = handshake.evidence.reply.payload,
            case .response(let response) = try DeviceAuthMessage(parsing: bytes)
        else { throw CocoaError(.coderInvalidValue) }
        return response
    }
}
