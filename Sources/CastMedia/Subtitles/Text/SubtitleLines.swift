// SPDX-License-Identifier: Apache-2.0

/// The lines of a text, which end with LF, CR or both.
struct SubtitleLines {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { self.text = text }

    /// Returns the next line without its end.
    mutating func next() -> ArraySlice<UInt8>? {
        guard position < text.count else { return nil }
        let start = position
        return text.withUnsafeBufferPointer { text in
            var end = start
            while end < text.count, text[end] != 10, text[end] != 13 { end += 1 }
            position = end + 1
            if position < text.count, text[end] == 13, text[position] == 10 { position += 1 }
            return start..<end
        }.slice(of: text)
    }
}

extension Range<Int> {
    fileprivate func slice(of text: [UInt8]) -> ArraySlice<UInt8> { text[self] }
}

extension UInt8 {
    /// Whether the byte is a space, a tab, the end of a line or another control character.
    var isSubtitleSpace: Bool { self <= 32 }
    var isDigit: Bool { (48...57).contains(self) }
    var isLetter: Bool { (97...122).contains(self | 32) }
    /// The byte, in lower case if it is an ASCII letter.
    var lowercased: UInt8 { (65...90).contains(self) ? self | 32 : self }
}

extension ArraySlice<UInt8> {
    /// The slice without spaces and control characters around it.
    var trimmed: ArraySlice<UInt8> {
        var start = startIndex
        var end = endIndex
        while start < end, self[start].isSubtitleSpace { start += 1 }
        while start < end, self[end - 1].isSubtitleSpace { end -= 1 }
        return self[start..<end]
    }

    /// The slice as a string.
    var string: String { String(decoding: self, as: UTF8.self) }

    /// Returns whether the slice begins with ASCII text, which is given in lower case.
    func hasPrefix(ignoringCase prefix: String) -> Bool {
        count >= prefix.utf8.count && zip(self, prefix.utf8).allSatisfy { $0.lowercased == $1 }
    }

    /// Returns at most the given number of bytes from the beginning, without a part of a character at the end.
    func prefixOfCharacters(_ count: Int) -> ArraySlice<UInt8> {
        guard count < self.count else { return self }
        var end = startIndex + Swift.max(count, 0)
        while end > startIndex, self[end] & 0xC0 == 0x80 { end -= 1 }
        return self[startIndex..<end]
    }
}
