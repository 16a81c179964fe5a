/// Why a device gives no proof.
public enum AuthErrorType: Int, Sendable, Hashable, CaseIterable {
    case internalError = 0
    case noTLS = 1
    /// The challenge wants a signature that the device cannot make.
    case signatureAlgorithmUnavailable = 2
}
