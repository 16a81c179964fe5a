// SPDX-License-Identifier: Apache-2.0

/// Conversion of the markup of SubRip and WebVTT.
struct CueMarkup {
    /// The format that determines which tags are kept.
    enum Dialect {
        case subRip
        case webVTT
    }

    let dialect: Dialect
    private(set) var text: CueText
    /// The position that the first override `{\an…}` specifies.
    private(set) var alignment: Int?

    init(_ dialect: Dialect, limit: Int) {
        self.dialect = dialect
        text = CueText(limit: limit)
    }

    /// Appends text with markup.
    mutating func append(_ markup: ArraySlice<UInt8>) {
        var start = markup.startIndex
        var index = start
        while index < markup.endIndex, !text.isFull {
            guard let end = endOfMarkup(markup, at: index) else {
                index += 1
                continue
            }
            CharacterReference.append(markup[start..<index], to: &text)
            let content = markup[(index + 1)..<end]
            if markup[index] == UInt8(ascii: "<") {
                tag(content)
            } else if let position = SubStationOverrides.alignment(content), alignment == nil {
                alignment = position
            }
            index = end + 1
            start = index
        }
        CharacterReference.append(markup[start..<index], to: &text)
    }

    mutating func newline() { text.newline() }

    mutating func finish() -> String { text.finish() }

    /// Returns the index of the end of a tag or an override that starts at an index.
    private func endOfMarkup(_ markup: ArraySlice<UInt8>, at index: Int) -> Int? {
        let open = markup[index]
        guard index + 1 < markup.endIndex else { return nil }
        let next = markup[index + 1]
        let close: UInt8
        switch open {
        case UInt8(ascii: "<"):
            let isTimestamp = dialect == .webVTT && next.isDigit
            guard next.isLetter || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || isTimestamp else {
                return nil
            }
            close = UInt8(ascii: ">")
        case UInt8(ascii: "{") where dialect == .subRip:
            // Besides `{\an8}`, old files contain the codes of MicroDVD, as in `{y:i}`.
            let isCode = next.isLetter && index + 2 < markup.endIndex && markup[index + 2] == UInt8(ascii: ":")
            guard next == UInt8(ascii: "\\") || isCode else { return nil }
            close = UInt8(ascii: "}")
        default: return nil
        }
        // The search stops at the next opening character. Otherwise, unclosed ones would take quadratic time.
        var end = index + 1
        while end < markup.endIndex, markup[end] != close, markup[end] != open { end += 1 }
        return end < markup.endIndex && markup[end] == close ? end : nil
    }

    private mutating func tag(_ content: ArraySlice<UInt8>) {
        let isEnd = content.first == UInt8(ascii: "/")
        let content = isEnd ? content.dropFirst() : content
        let name = content.prefix(10).prefix { $0.isLetter }.string.lowercased()
        let rest = content.dropFirst(name.utf8.count)
        guard rest.first.map({ $0.isSubtitleSpace || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }) ?? true,
            Self.names(dialect).contains(name)
        else { return }
        switch (name, isEnd) {
        case ("ruby", true):
            // The text of the annotation ends with its base.
            while text.isOpen("rt") { text.close("rt") }
            text.close("ruby")
        case ("rt", false) where !text.isOpen("ruby"): break
        case (_, true): text.close(name)
        case ("v", false):
            text.close("v")
            text.open(name, details: Self.details(rest, hasAnnotation: true))
        case ("lang", false): text.open(name, details: Self.details(rest, hasAnnotation: true))
        default: text.open(name, details: dialect == .webVTT ? Self.details(rest, hasAnnotation: false) : "")
        }
    }

    private static func names(_ dialect: Dialect) -> [String] {
        dialect == .subRip ? ["i", "b", "u"] : ["i", "b", "u", "c", "v", "ruby", "rt", "lang"]
    }

    /// Returns the classes and the annotation of a WebVTT tag, escaped.
    private static func details(_ rest: ArraySlice<UInt8>, hasAnnotation: Bool) -> String {
        let classes = rest.prefix(64).prefix {
            $0.isLetter || $0.isDigit || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains($0)
        }
        let annotation = rest.drop { !$0.isSubtitleSpace }.trimmed
        guard hasAnnotation, !annotation.isEmpty else { return classes.string }
        var escaped = CueText(limit: 256)
        CharacterReference.append(annotation, to: &escaped)
        let line = String(escaped.finish().map { $0.isNewline ? " " : $0 })
        return classes.string + " " + line
    }
}
