import CastWire
import Crypto
import CryptoExtras

/// Answers challenges of device authentication with the device's own key.
///
/// The signature covers the sender's nonce followed by the certificate that the sender sees in TLS, so that an answer
/// is worth nothing on another connection. An empty challenge, as VLC sends it, is answered with an empty nonce and
/// SHA-1, the message's defaults.
struct DeviceAuthenticator: Sendable {
    private let credentials: DeviceCredentials
    private let certificate: [UInt8]
    private let intermediates: [[UInt8]]
    private let mode: DeviceConfiguration.Authentication

    /// The lengths of nonces that senders use, in bytes: none (VLC, the first versions of Chrome) and 16 (Chromium, Google's
    /// SDKs, this package).
    ///
    /// Nothing separates the nonce from the certificate in what is signed. A nonce of any length would let an attacker
    /// move bytes of a certificate of his own into it, and pass the signature on as one over that certificate.
    static let nonceLengths: Set<Int> = [0, 16]

    init(_ credentials: DeviceCredentials, mode: DeviceConfiguration.Authentication = .genuine) throws {
        self.credentials = credentials
        self.mode = mode
        certificate = try credentials.certificateBytes()
        intermediates = try credentials.intermediateBytes()
    }

    /// How long every answer is held back.
    var delay: Duration {
        if case .slow(let delay) = mode { delay } else { .zero }
    }

    /// Whether challenges are to go without an answer.
    var isSilent: Bool { mode == .silent }

    /// The answer to one challenge, before any ``delay``.
    ///
    /// - Parameters:
    ///   - bytes: The message's binary payload.
    ///   - tlsCertificate: What this socket's sender saw in TLS; nil where there is no TLS.
    /// - Returns: Nil for a message that is no challenge.
    func answer(_ bytes: [UInt8], tlsCertificate: [UInt8]?) -> DeviceAuthMessage? {
        guard case .challenge(let challenge) = try? DeviceAuthMessage(parsing: bytes) else { return nil }
        guard let tlsCertificate else { return .error(.noTLS) }
        guard challenge.signatureAlgorithm != .rsassaPSS else { return .error(.signatureAlgorithmUnavailable) }
        guard Self.nonceLengths.contains(challenge.senderNonce.count) else { return .error(.internalError) }
        if mode == .error { return .error(.internalError) }
        // A signature over one byte less than was asked for is as good as any other that is wrong.
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
