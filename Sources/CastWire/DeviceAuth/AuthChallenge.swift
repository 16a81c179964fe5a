/// A sender's wish that a device prove what it is.
public struct AuthChallenge: Sendable, Hashable {
    /// The signature wanted.
    public var signatureAlgorithm: AuthSignatureAlgorithm
    /// Random bytes that go under the signature; 16 of them usually, none from some senders.
    public var senderNonce: [UInt8]
    /// The digest wanted.
    public var hashAlgorithm: AuthHashAlgorithm

    /// The defaults are those of an empty challenge, as VLC sends it.
    public init(
        signatureAlgorithm: AuthSignatureAlgorithm = .rsassaPKCS1v15,
        senderNonce: [UInt8] = [],
        hashAlgorithm: AuthHashAlgorithm = .sha1
    ) {
        self.signatureAlgorithm = signatureAlgorithm
        self.senderNonce = senderNonce
        self.hashAlgorithm = hashAlgorithm
    }
}
