// SPDX-License-Identifier: Apache-2.0

/// Splits an XML document into tags and text.
///
/// This is the part of XML 1.0 that playlists use. Document type declarations are errors, because entities that a
/// document defines could enlarge it without limit.
struct XMLRangeTokenizer {
    /// The maximum size of a document, in bytes.
    static let sizeLimit = 4 << 20
    /// The maximum number of nested elements.
    static let depthLimit = 64
    /// The maximum number of attributes of an element.
    static let attributeLimit = 256

    /// A document that is not well-formed or exceeds a limit.
    struct SyntaxError: Error {}

    struct Attribute {
        var name: String
        /// The range of the value, without its quotation marks and with its escapes.
        var value: Range<Int>
    }

    struct Element {
        /// The name with the prefix of its namespace.
        var name: String
        var attributes: [Attribute] = []
        /// Whether the element is an empty-element tag, which no closing tag follows.
        var isEmpty = false
        /// The range of the tag.
        var range: Range<Int>

        var localName: String { XMLRangeTokenizer.localName(name) }
    }

    enum Token {
        case open(Element)
        /// A closing tag, with the local name of the element.
        case close(String, Range<Int>)
        /// Text with escapes.
        case text(Range<Int>)
        /// The content of a CDATA section, which has no escapes.
        case characterData(Range<Int>)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var openNames: [String] = []

    /// The number of open elements.
    var depth: Int { openNames.count }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next token, or `nil` at the end of the document.
    mutating func next() throws(SyntaxError) -> Token? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                let start = position
                position = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                return .text(start..<position)
            }
            if bytes.matches("<!--", at: position) {
                position = try end(of: "-->", from: position + 4)
            } else if bytes.matches("<?", at: position) {
                position = try end(of: "?>", from: position + 2)
            } else if bytes.matches("<![CDATA[", at: position) {
                let start = position + 9
                position = try end(of: "]]>", from: start)
                return .characterData(start..<(position - 3))
            } else if bytes.matches("<!", at: position) {
                throw SyntaxError()
            } else if bytes.matches("</", at: position) {
                return try closingTag()
            } else {
                return try openingTag()
            }
        }
        guard openNames.isEmpty else { throw SyntaxError() }
        return nil
    }

    /// Returns a name without the prefix of its namespace.
    static func localName(_ name: String) -> String {
        name.split(separator: ":", omittingEmptySubsequences: false).last.map(String.init) ?? name
    }

    private mutating func closingTag() throws(SyntaxError) -> Token {
        let start = position
        position += 2
        let name = try name()
        skipSpace()
        guard byte == UInt8(ascii: ">"), openNames.popLast() == name else { throw SyntaxError() }
        position += 1
        return .close(Self.localName(name), start..<position)
    }

    private mutating func openingTag() throws(SyntaxError) -> Token {
        let start = position
        position += 1
        var element = Element(name: try name(), range: start..<start)
        while true {
            skipSpace()
            switch byte {
            case UInt8(ascii: ">"):
                position += 1
                element.range = start..<position
                guard openNames.count < Self.depthLimit else { throw SyntaxError() }
                openNames.append(element.name)
                return .open(element)
            case UInt8(ascii: "/"):
                guard bytes.matches("/>", at: position) else { throw SyntaxError() }
                position += 2
                element.isEmpty = true
                element.range = start..<position
                return .open(element)
            default:
                guard element.attributes.count < Self.attributeLimit else { throw SyntaxError() }
                element.attributes.append(try attribute())
            }
        }
    }

    private mutating func attribute() throws(SyntaxError) -> Attribute {
        let name = try name()
        skipSpace()
        guard byte == UInt8(ascii: "=") else { throw SyntaxError() }
        position += 1
        skipSpace()
        guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw SyntaxError() }
        let start = position + 1
        guard let end = bytes[start...].firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "<") }),
            bytes[end] == quote
        else { throw SyntaxError() }
        position = end + 1
        return Attribute(name: name, value: start..<end)
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func name() throws(SyntaxError) -> String {
        let start = position
        while let byte, !Self.endsName(byte) { position += 1 }
        guard position > start, position < bytes.count, position - start <= 256 else { throw SyntaxError() }
        return bytes.text(start..<position)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || (9...10).contains(byte) || byte == 13 { position += 1 }
    }

    /// Returns the position after the next occurrence of a text.
    private func end(of text: StaticString, from start: Int) throws(SyntaxError) -> Int {
        let first = text.withUTF8Buffer { $0.first }
        var position = start
        while position < bytes.count, let found = bytes[position...].firstIndex(where: { $0 == first }) {
            if bytes.matches(text, at: found) { return found + text.utf8CodeUnitCount }
            position = found + 1
        }
        throw SyntaxError()
    }
}

/// The escapes of XML text and attribute values.
enum XMLText {
    static func escape(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&apos;".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Replaces the predefined entities and numeric references. Unknown entities are kept.
    static func unescape(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "&")) else { return text }
        var unescaped: [UInt8] = []
        var position = 0
        while position < bytes.count {
            // The longest reference is "&#x10FFFF;", leading zeros aside.
            let limit = min(position + 16, bytes.count)
            if bytes[position] == UInt8(ascii: "&"),
                let end = bytes[position..<limit].firstIndex(of: UInt8(ascii: ";")),
                let character = character(bytes.text((position + 1)..<end))
            {
                unescaped += String(character).utf8
                position = end + 1
            } else {
                unescaped.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: unescaped, as: UTF8.self)
    }

    private static func character(_ entity: String) -> Unicode.Scalar? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard entity.hasPrefix("#") else { return nil }
        let isHexadecimal = entity.hasPrefix("#x")
        let number = UInt32(entity.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return number.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    }
}
