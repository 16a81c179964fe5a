/// How a device is asked to prove what it is, and what counts as proof.
///
/// Google's devices hold a key whose certificate leads to one of Google's roots; with it they sign the certificate
/// that this sender sees in TLS. The defaults are those of the senders in use: a device of any age that Google's
/// browser accepts is accepted.
public struct DeviceAuthenticationOptions: Sendable {
    /// What becomes of a connection to a device that does not prove itself.
    public enum Policy: Sendable, Hashable {
        /// Nothing is said to a device before it has proven itself; opening a connection fails when it does not.
        /// Takes one round trip and the device's signature more.
        case required
        /// The device is asked and the connection opens meanwhile. ``CastConnection/authentication`` says what came
        /// of it.
        case preferred
        /// The device is not asked.
        case off
    }

    /// What a revocation list is worth.
    public enum Revocation: Sendable, Hashable {
        /// A list that the device sends and that holds is obeyed; without one the check is left out.
        case optional
        /// A device without a list that holds is refused.
        case required
    }

    /// Default ``Policy-swift.enum/preferred``.
    public var policy: Policy = .preferred
    /// The roots to which a device's certificate may lead. Default Google's two, ``TrustAnchor/cast``.
    public var anchors: [TrustAnchor] = TrustAnchor.cast
    /// The roots to which the signer of a revocation list may lead. Default Google's, ``TrustAnchor/castRevocation``.
    public var revocationAnchors: [TrustAnchor] = TrustAnchor.castRevocation
    /// Default ``Revocation-swift.enum/optional``.
    public var revocation: Revocation = .optional
    /// Whether a device is accepted of which nothing is wrong but that a certificate between its own and the root has
    /// run out. Chromecasts of the second generation that were not updated since March 2025 send such a one.
    /// Default false.
    public var acceptsExpiredIntermediates = false
    /// Whether the reply must repeat the challenge's nonce. Old devices do not. Default false.
    public var requiresNonce = false
    /// Whether a signature with SHA-1 is refused. Old devices know no other. Default false.
    public var requiresSHA256 = false
    /// For the device's reply. Default 5 s.
    public var timeout: Duration = .seconds(5)

    public init(policy: Policy = .preferred) {
        self.policy = policy
    }
}
