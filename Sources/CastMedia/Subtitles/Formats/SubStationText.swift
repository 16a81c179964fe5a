// SPDX-License-Identifier: Apache-2.0

/// A style of a SubStation Alpha file.
struct SubStationStyle: Hashable {
    var characters = CueStyle()
    /// The position, numbered as the keys of a numeric keypad.
    var alignment = 2
}

/// The effect of the overrides in the text of a SubStation Alpha event, such as `{\i1\an8}`.
struct SubStationOverrides {
    private let base: CueStyle
    private let styles: [String: SubStationStyle]
    /// The style of the following characters.
    private(set) var characters: CueStyle
    /// Whether the following text is a drawing.
    private(set) var isDrawing = false
    /// The position that the first override specifies.
    private(set) var alignment: Int?

    init(style: CueStyle, styles: [String: SubStationStyle]) {
        base = style
        characters = style
        self.styles = styles
    }

    /// Returns the position that a block of overrides specifies.
    static func alignment(_ block: ArraySlice<UInt8>) -> Int? {
        var overrides = SubStationOverrides(style: CueStyle(), styles: [:])
        overrides.apply(block)
        return overrides.alignment
    }

    /// Applies a block of overrides, without its braces.
    mutating func apply(_ block: ArraySlice<UInt8>) {
        var depth = 0
        var index = block.startIndex
        while index < block.endIndex {
            let byte = block[index]
            index += 1
            switch byte {
            // Overrides in parentheses belong to an animation.
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case UInt8(ascii: "\\") where depth == 0:
                let start = index
                while index < block.endIndex, block[index] != UInt8(ascii: "\\"), block[index] != UInt8(ascii: "(") {
                    index += 1
                }
                applyTag(block[start..<index].trimmed)
            default: break
            }
        }
    }

    private mutating func applyTag(_ tag: ArraySlice<UInt8>) {
        if tag.first == UInt8(ascii: "r"), !tag.starts(with: "rnd".utf8) {
            let name = tag.dropFirst().trimmed.string
            characters = name.isEmpty ? base : styles[name]?.characters ?? base
            return
        }
        let name = tag.prefix(8).prefix { $0.isLetter }
        let argument = tag[name.endIndex...].prefix(8).string
        let number = Int(argument)
        switch name.string {
        case "i": characters.italic = number.map { $0 != 0 } ?? base.italic
        // The argument can be a weight, of which 400 is regular.
        case "b": characters.bold = number.map { $0 == 1 || $0 == -1 || $0 > 400 } ?? base.bold
        case "u": characters.underline = number.map { $0 != 0 } ?? base.underline
        case "p": isDrawing = (number ?? 0) > 0
        case "an": setAlignment(number)
        case "a": setAlignment(number.flatMap(CueAlignment.position(legacy:)))
        default: break
        }
    }

    private mutating func setAlignment(_ position: Int?) {
        guard alignment == nil, let position, (1...9).contains(position) else { return }
        alignment = position
    }
}

/// Conversion of the text of a SubStation Alpha event.
struct SubStationText {
    private(set) var overrides: SubStationOverrides
    private var text: CueText
    private let breaksSoftly: Bool

    init(style: SubStationStyle, styles: [String: SubStationStyle], breaksSoftly: Bool, limit: Int) {
        overrides = SubStationOverrides(style: style.characters, styles: styles)
        text = CueText(limit: limit)
        text.setStyle(style.characters)
        self.breaksSoftly = breaksSoftly
    }

    /// Appends the text of an event.
    mutating func append(_ content: ArraySlice<UInt8>) {
        let lastBrace = content.lastIndex(of: UInt8(ascii: "}")) ?? content.startIndex
        var start = content.startIndex
        var index = start
        while index < content.endIndex, !text.isFull {
            switch content[index] {
            // A brace that is never closed is text.
            case UInt8(ascii: "{") where index < lastBrace:
                write(content[start..<index])
                let end = content[index...].firstIndex(of: UInt8(ascii: "}")) ?? lastBrace
                overrides.apply(content[(index + 1)..<end])
                text.setStyle(overrides.characters)
                index = end + 1
                start = index
            case UInt8(ascii: "\\") where index + 1 < content.endIndex:
                let escape = content[index + 1]
                guard let replacement = replacement(escape) else {
                    index += 1
                    continue
                }
                write(content[start..<index])
                write(Array(replacement.utf8)[...])
                index += 2
                start = index
            default: index += 1
            }
        }
        write(content[start..<index])
    }

    private func replacement(_ escape: UInt8) -> String? {
        switch escape {
        case UInt8(ascii: "N"): "\n"
        case UInt8(ascii: "n"): breaksSoftly ? "\n" : " "
        case UInt8(ascii: "h"): "\u{A0}"
        default: nil
        }
    }

    private mutating func write(_ part: ArraySlice<UInt8>) {
        if !overrides.isDrawing { text.append(part) }
    }

    mutating func finish() -> String { text.finish() }
}
