// SPDX-License-Identifier: Apache-2.0

/// The lines of an HLS playlist (RFC 8216, section 4.1).
struct HLSLines: Sequence, IteratorProtocol {
    enum Line {
        /// A tag such as `#EXTINF:10,`. The name has no number sign, the range is the text after the colon.
        case tag(name: String, value: Range<Int>)
        /// A reference to a segment or a playlist.
        case uri(Range<Int>)
    }

    /// The maximum number of lines. Later lines are ignored.
    static let limit = 200_000

    private let bytes: [UInt8]
    private var lines: LineRanges
    /// The number of lines until now, with comments and empty lines.
    private(set) var count = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = LineRanges(bytes)
    }

    mutating func next() -> Line? {
        while count < Self.limit, let line = lines.next() {
            count += 1
            let range = bytes.trimmed(line)
            guard let first = range.first else { continue }
            guard bytes[first] == UInt8(ascii: "#") else { return .uri(range) }
            // Other lines that start with a number sign are comments.
            guard bytes.matches("#EXT", at: first) else { continue }
            let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
            let value = Swift.min(colon + 1, range.upperBound)..<range.upperBound
            return .tag(name: bytes.text((first + 1)..<colon), value: value)
        }
        return nil
    }
}

/// The attributes of an HLS tag, such as `TYPE=AUDIO,NAME="English"` (RFC 8216, section 4.2).
struct HLSAttributes {
    struct Attribute {
        var name: String
        /// The range of the value in the playlist, without the quotation marks.
        var value: Range<Int>
        var isQuoted: Bool
    }

    private let bytes: [UInt8]
    private(set) var attributes: [Attribute] = []

    /// Parses attributes. An attribute with an unterminated value, and attributes without a value, are skipped.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        var rest = range
        while !rest.isEmpty {
            let comma = bytes[rest].firstIndex(of: UInt8(ascii: ",")) ?? rest.upperBound
            let equals = bytes[rest.lowerBound..<comma].firstIndex(of: UInt8(ascii: "="))
            guard let equals else {
                rest = Swift.min(comma + 1, rest.upperBound)..<rest.upperBound
                continue
            }
            let name = bytes.text(bytes.trimmed(rest.lowerBound..<equals))
            rest = (equals + 1)..<rest.upperBound
            if let first = rest.first, bytes[first] == UInt8(ascii: "\"") {
                rest = (first + 1)..<rest.upperBound
                guard let end = bytes[rest].firstIndex(of: UInt8(ascii: "\"")) else { return }
                attributes.append(Attribute(name: name, value: rest.lowerBound..<end, isQuoted: true))
                let next = bytes[end..<rest.upperBound].firstIndex(of: UInt8(ascii: ",")).map { $0 + 1 }
                rest = (next ?? rest.upperBound)..<rest.upperBound
            } else {
                let value = bytes.trimmed(rest.lowerBound..<comma)
                attributes.append(Attribute(name: name, value: value, isQuoted: false))
                rest = Swift.min(comma + 1, rest.upperBound)..<rest.upperBound
            }
        }
    }

    /// The value of the first attribute with a name.
    subscript(name: String) -> String? {
        attributes.first { $0.name == name }.map { bytes.text($0.value) }
    }
}

/// The variables that a playlist defines with `EXT-X-DEFINE`.
///
/// Variables that are imported from another playlist or from the query of the URL are not known.
struct HLSVariables {
    private static let countLimit = 1_000
    /// The maximum number of bytes that all substitutions together add.
    private var remaining = 4 << 20
    private var values: [String: String] = [:]

    mutating func define(_ attributes: HLSAttributes) {
        guard let name = attributes["NAME"], let value = attributes["VALUE"], values.count < Self.countLimit,
            values[name] == nil
        else { return }
        values[name] = value
    }

    /// Returns a text with its references `{$name}` replaced, or `nil` if a variable is not known or the text
    /// becomes too long. References in values are not replaced.
    mutating func substitute(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var edits = TextEdits(bytes)
        var position = 0
        var added = 0
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "{")) {
            position = start + 1
            guard bytes.matches("{$", at: start) else { continue }
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")),
                let value = values[bytes.text((start + 2)..<end)]
            else { return nil }
            added += value.utf8.count
            guard added <= URLReference.maximumLength, added <= remaining else { return nil }
            edits.replace(start..<(end + 1), with: value)
            position = end + 1
        }
        remaining -= added
        return edits.finished()
    }
}
