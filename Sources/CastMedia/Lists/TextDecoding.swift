/// Decoding of text whose encoding is not declared.
enum TextDecoding {
    /// Returns UTF-8 as it is, and other text converted from Windows-1252, a superset of printable ISO 8859-1.
    static func utf8(_ text: [UInt8]) -> [UInt8] {
        guard String(validating: text, as: UTF8.self) == nil else { return text }
        var converted: [UInt8] = []
        converted.reserveCapacity(text.count * 2)
        for byte in text {
            if byte < 0x80 {
                converted.append(byte)
            } else {
                let scalar = byte < 0xA0 ? windows1252[Int(byte - 0x80)] : Unicode.Scalar(byte)
                converted += String(Character(scalar)).utf8
            }
        }
        return converted
    }

    /// The characters of the bytes 0x80 to 0x9F. The five bytes without a character are control characters.
    private static let windows1252: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{8D}", "\u{017D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{9D}", "\u{017E}", "\u{0178}",
    ]
}
