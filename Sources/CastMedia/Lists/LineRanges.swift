// SPDX-License-Identifier: Apache-2.0

/// The ranges of the lines of a text, without the line breaks LF, CR LF and CR.
struct LineRanges: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int

    /// Starts after a byte order mark, if the text has one.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func next() -> Range<Int>? {
        guard position < bytes.count else { return nil }
        let start = position
        while position < bytes.count, !Self.isLineBreak(bytes[position]) { position += 1 }
        let end = position
        if position < bytes.count {
            let isPair =
                bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count
                && bytes[position + 1] == UInt8(ascii: "\n")
            position += isPair ? 2 : 1
        }
        return start..<end
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}

extension [UInt8] {
    /// Returns a range without the spaces and tabs around it.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let first = range.first, self[first].isBlank { range = (first + 1)..<range.upperBound }
        while let last = range.last, self[last].isBlank { range = range.lowerBound..<last }
        return range
    }

    func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }

    /// Returns whether bytes at a position are the ASCII characters of a text.
    func matches(_ text: StaticString, at position: Int) -> Bool {
        text.withUTF8Buffer { expected in
            position + expected.count <= count
                && self[position..<(position + expected.count)].elementsEqual(expected)
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
