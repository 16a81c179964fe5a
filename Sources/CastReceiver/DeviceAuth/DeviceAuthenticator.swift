// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto
import CryptoExtras

/// Answers the challenges of device authentication with the device's own key.
///
/// The signature covers the sender's nonce followed by the TLS certificate of the connection, so an answer is not valid
/// on another connection. An empty challenge, as VLC sends it, is answered with an empty nonce and SHA-1, the defaults
/// of the message.
struct DeviceAuthenticator: Sendable {
    private let credentials: DeviceCredentials
    private let certificate: [UInt8]
    private let intermediates: [[UInt8]]
    private let mode: DeviceConfiguration.Authentication

    /// The lengths of nonces that senders use, in bytes: 0 (VLC, the first versions of Chrome) and 16 (Chromium,
    /// Google's SDKs, this package).
    ///
    /// Nothing separates the nonce from the certificate in the signed bytes. If any length were accepted, an attacker
    /// could put bytes of their own certificate into the nonce and present the signature as one over that certificate.
    static let nonceLengths: Set<Int> = [0, 16]

    init(_ credentials: DeviceCredentials, mode: DeviceConfiguration.Authentication = .genuine) throws {
        self.credentials = credentials
        self.mode = mode
        certificate = try credentials.certificateBytes()
        intermediates = try credentials.intermediateBytes()
    }

    /// The delay of every answer.
    var delay: Duration {
        if case .slow(let delay) = mode { delay } else { .zero }
    }

    /// Whether challenges are not answered.
    var isSilent: Bool { mode == .silent }

    /// Creates the answer to a challenge. The caller applies ``delay``.
    ///
    /// - Parameters:
    ///   - bytes: The binary payload of the message.
    ///   - tlsCertificate: The certificate that the device presented on this connection; nil without TLS.
    /// - Returns: The answer; nil if the message is not a challenge.
    func answer(_ bytes: [UInt8], tlsCertificate: [UInt8]?) -> DeviceAuthMessage? {
        guard case .challenge(let challenge) = try? DeviceAuthMessage(parsing: bytes) else { return nil }
        guard let tlsCertificate else { return .error(.noTLS) }
        guard challenge.signatureAlgorithm != .rsassaPSS else { return .error(.signatureAlgorithmUnavailable) }
        guard Self.nonceLengths.contains(challenge.senderNonce.count) else { return .error(.internalError) }
        if mode == .error { return .error(.internalError) }
        // Omitting the last byte is enough to make the signature invalid.
        let signed = mode == .wrongSignature ? tlsCertificate.dropLast() : tlsCertificate[...]
        guard let signature = try? sign(challenge.senderNonce + signed, challenge.hashAlgorithm) else {
            return .error(.internalError)
        }
        return .response(
            AuthResponse(
                signature: signature,
                clientAuthCertificate: certificate,
                intermediateCertificates: intermediates,
                signatureAlgorithm: .rsassaPKCS1v15,
                senderNonce: challenge.senderNonce,
                hashAlgorithm: challenge.hashAlgorithm
            )
        )
    }

    private func sign(_ bytes: [UInt8], _ algorithm: AuthHashAlgorithm) throws -> [UInt8] {
        let signature =
            switch algorithm {
            case .sha1:
                try credentials.key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
            case .sha256:
                try credentials.key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
            }
        return Array(signature.rawRepresentation)
    }
}
