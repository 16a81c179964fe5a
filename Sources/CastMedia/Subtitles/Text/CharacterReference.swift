// SPDX-License-Identifier: Apache-2.0

/// Character references of HTML and XML, such as `&amp;` and `&#233;`.
enum CharacterReference {
    private static let names = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
        "rlm": "\u{200F}",
    ]

    /// Decodes the reference at the beginning of text, which starts with `&`. Returns its length in bytes, too.
    static func decode(_ text: ArraySlice<UInt8>) -> (characters: String, length: Int)? {
        let body = text.dropFirst().prefix(10).prefix { $0 != UInt8(ascii: ";") }
        guard body.endIndex < text.endIndex, text[body.endIndex] == UInt8(ascii: ";") else { return nil }
        let name = body.string
        let length = body.count + 2
        guard name.hasPrefix("#") else { return names[name].map { ($0, length) } }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value != 0 else { return nil }
        return (String(Character(scalar)), length)
    }

    /// Appends text to a cue and decodes the references in it. Other text stays as it is.
    static func append(_ text: ArraySlice<UInt8>, to cue: inout CueText) {
        var rest = text
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")), !cue.isFull {
            cue.append(rest[..<ampersand])
            if let (characters, length) = decode(rest[ampersand...]) {
                cue.append(Array(characters.utf8)[...])
                rest = rest[(ampersand + length)...]
            } else {
                cue.append(rest[ampersand...ampersand])
                rest = rest[(ampersand + 1)...]
            }
        }
        cue.append(rest)
    }
}
