/// A device's proof: a signature over the sender's nonce and the device's TLS certificate.
public struct AuthResponse: Sendable, Hashable {
    /// The signature with the key of ``clientAuthCertificate``.
    public var signature: [UInt8]
    /// The device's own certificate (DER).
    public var clientAuthCertificate: [UInt8]
    /// Certificates between the device's and a root (DER), in any order.
    public var intermediateCertificates: [[UInt8]]
    /// How the signature was made.
    public var signatureAlgorithm: AuthSignatureAlgorithm
    /// The challenge's nonce again; empty from old devices.
    public var senderNonce: [UInt8]
    /// The digest within the signature.
    public var hashAlgorithm: AuthHashAlgorithm
    /// A revocation list in its own protobuf form, or nil.
    public var crl: [UInt8]?

    public init(
        signature: [UInt8],
        clientAuthCertificate: [UInt8],
        intermediateCertificates: [[UInt8]] = [],
        signatureAlgorithm: AuthSignatureAlgorithm = .rsassaPKCS1v15,
        senderNonce: [UInt8] = [],
        hashAlgorithm: AuthHashAlgorithm = .sha1,
        crl: [UInt8]? = nil
    ) {
        self.signature = signature
        self.clientAuthCertificate = clientAuthCertificate
        self.intermediateCertificates = intermediateCertificates
        self.signatureAlgorithm = signatureAlgorithm
        self.senderNonce = senderNonce
        self.hashAlgorithm = hashAlgorithm
        self.crl = crl
    }
}
