// SPDX-License-Identifier: Apache-2.0

/// A tokenizer for the elements and the text of an XML document.
///
/// It skips declarations, so that a document cannot define entities. Malformed parts are skipped. Names have no prefix.
struct XMLTokenizer {
    enum Token {
        case start(name: String, attributes: [String: ArraySlice<UInt8>], isEmpty: Bool)
        case end(name: String)
        /// Text with character references.
        case text(ArraySlice<UInt8>)
        /// Text without character references.
        case literal(ArraySlice<UInt8>)
    }

    /// The maximum number of attributes of an element. Further attributes are ignored.
    private static let maximumAttributes = 64
    /// The maximum length of a name. Longer names are cut.
    private static let maximumName = 64

    private let text: [UInt8]
    private var position: Int

    init(_ text: [UInt8], from position: Int = 0) {
        self.text = text
        self.position = position
    }

    mutating func next() -> Token? {
        while position < text.count {
            guard text[position] == UInt8(ascii: "<") else {
                let start = position
                position = text[start...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
                return .text(text[start..<position])
            }
            position += 1
            if skip("!--") {
                _ = content(until: "-->")
            } else if skip("![CDATA[") {
                return .literal(content(until: "]]>"))
            } else if skip("?") {
                _ = content(until: "?>")
            } else if skip("!") {
                skipDeclaration()
            } else if skip("/") {
                let name = name()
                _ = content(until: ">")
                return .end(name: name)
            } else if position < text.count, text[position].isLetter || text[position] == UInt8(ascii: "_") {
                return startTag()
            }
        }
        return nil
    }

    private mutating func skip(_ prefix: String) -> Bool {
        guard text[position...].starts(with: prefix.utf8) else { return false }
        position += prefix.utf8.count
        return true
    }

    /// Returns the text before a terminator and moves behind it. Without a terminator, the text is the rest.
    private mutating func content(until terminator: String) -> ArraySlice<UInt8> {
        let start = position
        guard let first = terminator.utf8.first else { return [] }
        while let index = text[position...].firstIndex(of: first) {
            position = index
            if skip(terminator) { return text[start..<index] }
            position += 1
        }
        position = text.count
        return text[start...]
    }

    /// Skips a document type declaration, including the declarations in brackets.
    private mutating func skipDeclaration() {
        var depth = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0: return
            case UInt8(ascii: ">"): depth -= 1
            default: break
            }
        }
    }

    private mutating func startTag() -> Token? {
        let name = name()
        var attributes: [String: ArraySlice<UInt8>] = [:]
        while position < text.count {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: ">"):
                position += 1
                return .start(name: name, attributes: attributes, isEmpty: false)
            case UInt8(ascii: "/") where position + 1 < text.count && text[position + 1] == UInt8(ascii: ">"):
                position += 2
                return .start(name: name, attributes: attributes, isEmpty: true)
            // An unclosed tag.
            case UInt8(ascii: "<"): return .start(name: name, attributes: attributes, isEmpty: false)
            case _ where byte.isLetter || byte == UInt8(ascii: "_"):
                let attribute = self.name()
                guard let value = value() else { continue }
                if attributes.count < Self.maximumAttributes { attributes[attribute] = value }
            default: position += 1
            }
        }
        return nil
    }

    /// Returns the name at the position without its prefix.
    private mutating func name() -> String {
        var start = position
        while position < text.count, Self.isName(text[position]) {
            if text[position] == UInt8(ascii: ":") { start = position + 1 }
            position += 1
        }
        return text[start..<position].prefix(Self.maximumName).string
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte >= 0x80
            || [UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }

    /// Returns the value of an attribute, which follows an equals sign.
    private mutating func value() -> ArraySlice<UInt8>? {
        skipSpaces()
        guard position < text.count, text[position] == UInt8(ascii: "=") else { return nil }
        position += 1
        skipSpaces()
        guard position < text.count else { return nil }
        let quote = text[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        position += 1
        let start = position
        position = text[start...].firstIndex(of: quote) ?? text.count
        let value = text[start..<position]
        position = min(position + 1, text.count)
        return value
    }

    private mutating func skipSpaces() {
        while position < text.count, text[position].isSubtitleSpace { position += 1 }
    }
}
