// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto
import CryptoExtras
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Verifies a device's response to a challenge. It is stateless and does no I/O.
///
/// The checks run in the order of ``DeviceAuthenticationFailure/Code-swift.struct``, and the first failure is reported;
/// an expired intermediate certificate is reported only when every other check passes.
struct DeviceVerifier: Sendable {
    /// The input of a verification.
    struct Evidence: Sendable {
        var challenge: AuthChallenge
        /// The message that contains the device's response.
        var reply: CastMessage
        /// The device's TLS certificate, in DER form.
        var tlsCertificate: [UInt8]
        /// Whether the device claims to have video output.
        var claimsVideoOutput: Bool
    }

    /// The maximum remaining lifetime of a TLS certificate, in seconds. TLS certificates cannot be revoked, so they
    /// must be short-lived.
    static let tlsLifetimeLimit: TimeInterval = 4 * 24 * 60 * 60

    var options: DeviceAuthenticationOptions

    func verify(
        _ evidence: Evidence,
        at now: Date
    ) async throws(DeviceAuthenticationFailure) -> AuthenticatedDevice {
        let response = try Self.response(in: evidence.reply)
        try Self.checkTLSCertificate(evidence.tlsCertificate, at: now)
        guard !options.requiresNonce || response.senderNonce == evidence.challenge.senderNonce else {
            throw DeviceAuthenticationFailure(.nonceMismatch, "it did not repeat the challenge's nonce")
        }
        guard !options.requiresSHA256 || response.hashAlgorithm == .sha256 else {
            throw DeviceAuthenticationFailure(.digestUnsupported, "it signs with SHA-1")
        }
        let path = try await CertificatePath.find(
            leaf: response.clientAuthCertificate,
            intermediates: response.intermediateCertificates,
            anchors: options.anchors,
            at: now
        )
        try Self.checkSignature(
            response.signature,
            over: response.senderNonce + evidence.tlsCertificate,
            response.hashAlgorithm,
            by: path
        )
        try await checkRevocation(response.crl, path, at: now)
        guard !path.isAudioOnly || !evidence.claimsVideoOutput else {
            throw DeviceAuthenticationFailure(
                .capabilityMismatch,
                "it claims video output, but its certificate is for audio-only devices"
            )
        }
        if let expired = path.expired, !options.acceptsExpiredIntermediates { throw expired }
        return AuthenticatedDevice(
            serialName: path.leafName,
            rootName: path.certificates.last.map { TrustAnchor($0).name } ?? "",
            isAudioOnly: path.isAudioOnly,
            hasExpiredIntermediate: path.expired != nil
        )
    }

    private static func response(in message: CastMessage) throws(DeviceAuthenticationFailure) -> AuthResponse {
        guard case .binary(let bytes) = message.payload else {
            throw DeviceAuthenticationFailure(.messageUnreadable, "it replied with text")
        }
        guard !bytes.isEmpty else { throw DeviceAuthenticationFailure(.messageUnreadable, "its reply is empty") }
        let reply: DeviceAuthMessage
        do throws(DeviceAuthMessageError) {
            reply = try DeviceAuthMessage(parsing: bytes)
        } catch {
            let code: DeviceAuthenticationFailure.Code =
                error == .notProtobuf ? .messageUnreadable : .responseIncomplete
            throw DeviceAuthenticationFailure(code, String(describing: error))
        }
        switch reply {
        case .response(let response): return response
        case .challenge:
            throw DeviceAuthenticationFailure(.challengeReceived, "it replied with a challenge of its own")
        case .error(let type):
            let what = type.map { " (\($0))" } ?? ""
            throw DeviceAuthenticationFailure(.refusedByDevice, "it replied with an error\(what)")
        }
    }

    private static func checkTLSCertificate(
        _ bytes: [UInt8],
        at now: Date
    ) throws(DeviceAuthenticationFailure) {
        let certificate = try TLSPeerCertificate(bytes)
        let outline = certificate.outline
        guard outline.notBefore <= now else {
            throw DeviceAuthenticationFailure(
                .tlsCertificateNotYetValid,
                "its TLS certificate is not valid yet; check this machine's clock"
            )
        }
        guard outline.notAfter >= now else {
            throw DeviceAuthenticationFailure(
                .tlsCertificateExpired,
                "its TLS certificate has expired; check this machine's clock"
            )
        }
        guard outline.notAfter <= now + tlsLifetimeLimit else {
            throw DeviceAuthenticationFailure(
                .tlsCertificateTooLong,
                "its TLS certificate is valid for more than four days from now"
            )
        }
        try certificate.checkSelfSignature()
    }

    static func checkSignature(
        _ signature: [UInt8],
        over bytes: [UInt8],
        _ hash: AuthHashAlgorithm,
        by path: CertificatePath
    ) throws(DeviceAuthenticationFailure) {
        guard !signature.isEmpty else { throw DeviceAuthenticationFailure(.signatureEmpty, "its signature is empty") }
        let key = path.certificates.first.flatMap { _RSA.Signing.PublicKey($0.publicKey) }
        let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
        let isValid =
            switch hash {
            case .sha1:
                key?.isValidSignature(signature, for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
            case .sha256:
                key?.isValidSignature(signature, for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
            }
        guard isValid == true else {
            throw DeviceAuthenticationFailure(
                .signatureMismatch,
                "its signature does not match this connection"
            )
        }
    }

    private func checkRevocation(
        _ bytes: [UInt8]?,
        _ path: CertificatePath,
        at now: Date
    ) async throws(DeviceAuthenticationFailure) {
        let list: VerifiedRevocationList
        do throws(DeviceAuthenticationFailure) {
            guard let bytes, !bytes.isEmpty else {
                throw DeviceAuthenticationFailure(.revocationListInvalid, "it sent no revocation list")
            }
            list = try await VerifiedRevocationList(bundle: bytes, anchors: options.revocationAnchors, at: now)
        } catch {
            guard options.revocation == .required else { return }
            throw error
        }
        try list.check(path, at: now)
    }
}
