/// How the signature of a device was made.
public enum AuthSignatureAlgorithm: Int, Sendable, Hashable, CaseIterable {
    case unspecified = 0
    /// RSASSA-PKCS1-v1_5, the default.
    case rsassaPKCS1v15 = 1
    case rsassaPSS = 2
}

/// The digest within the signature of a device.
public enum AuthHashAlgorithm: Int, Sendable, Hashable, CaseIterable {
    /// The default of a message that names none.
    case sha1 = 0
    case sha256 = 1
}
