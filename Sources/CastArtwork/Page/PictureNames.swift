import Crypto

/// The names under which pages ask for pictures: nobody outside can reckon them from an address.
public struct PictureNames: Sendable {
    private let key = SymmetricKey(size: .bits128)

    /// Names with a key of their own.
    public init() {}

    /// 32 hexadecimal digits, always the same for one address.
    public func name(of address: String) -> String {
        Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: Array(address.utf8), using: key).prefix(16))
    }

    /// What a browser shows to hear whether its copy is still the same (RFC 9110, section 8.8.3).
    package static func tag(of bytes: [UInt8]) -> String {
        "\"\(Hexadecimal.text(SHA256.hash(data: bytes).prefix(12)))\""
    }
}
