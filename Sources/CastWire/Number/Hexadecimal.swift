// SPDX-License-Identifier: Apache-2.0

/// Conversion of bytes to hexadecimal text, for tokens, entity tags, digests and identifiers.
package enum Hexadecimal {
    /// Returns two digits for each byte.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - uppercase: Whether the letters are uppercase. Default false.
    package static func text(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
        let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Returns two digits for each of `count` bytes of the system's random number generator, which is cryptographically
    /// secure.
    package static func random(bytes count: Int, uppercase: Bool = false) -> String {
        var generator = SystemRandomNumberGenerator()
        return text((0..<count).map { _ in generator.next() as UInt8 }, uppercase: uppercase)
    }
}
