// SPDX-License-Identifier: Apache-2.0

/// The escapes in JSON strings.
enum JSONEscapes {
    /// Whether a byte can follow a backslash.
    static func isValid(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "u") || character(byte) != nil }

    /// Returns the text of a string whose escapes are valid.
    ///
    /// - Parameter bytes: The string as it is written, without quotation marks.
    static func resolved(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var content: [UInt8] = []
        content.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\\"), position < bytes.count else {
                content.append(byte)
                continue
            }
            let escape = bytes[position]
            position += 1
            if let character = character(escape) {
                content.append(character)
            } else {
                content.append(contentsOf: String(scalar(in: bytes, at: &position)).utf8)
            }
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// The value of a hexadecimal digit.
    static func hexadecimalDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// The character that a byte after a backslash stands for; nil for `u`.
    private static func character(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Returns the scalar of a `\u` escape. An unpaired surrogate, which JavaScript can produce, becomes U+FFFD.
    private static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> Character {
        let first = hexadecimal(in: bytes, at: &position)
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let before = position
        position += 2
        let second = hexadecimal(in: bytes, at: &position)
        guard (0xDC00...0xDFFF).contains(second) else {
            position = before
            return "\u{FFFD}"
        }
        let combined = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(combined).map(Character.init) ?? "\u{FFFD}"
    }

    private static func hexadecimal(in bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> UInt16 {
        var result: UInt16 = 0
        for byte in bytes[position...].prefix(4) { result = result << 4 | (hexadecimalDigit(byte) ?? 0) }
        position = min(position + 4, bytes.count)
        return result
    }
}
