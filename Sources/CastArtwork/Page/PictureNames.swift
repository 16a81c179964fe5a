import Crypto

/// The names under which pages ask for pictures: nobody outside can reckon them from an address.
public struct PictureNames: Sendable {
    private let key = SymmetricKey(size: .bits128)

    /// Names with a key of their own.
    public init() {}

    /// 32 hexadecimal digits, always the same for one address.
    public func name(of address: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(address.utf8), using: key)
        return code.prefix(16).map { byte in
            let text = String(byte, radix: 16)
            return text.count < 2 ? "0" + text : text
        }.joined()
    }
}
