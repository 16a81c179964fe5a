// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// Functions that estimate the size of text from typical character widths, because no font files are available.
package enum TextMeasure {
    package static func width(_ text: String, _ font: UIFont) -> CGFloat {
        var units: CGFloat = 0
        for character in text { units += width(of: character) }
        let isHeavy = font.face.weight.rawValue >= UIFont.Weight.semibold.rawValue
        return units * font.pointSize * (isHeavy ? 1.06 : 1)
    }

    /// Wraps text to a width.
    ///
    /// If `count` is greater than 0, at most that many lines are returned and the last one ends with an ellipsis if
    /// text was omitted.
    package static func lines(_ text: String, _ font: UIFont, width limit: CGFloat, atMost count: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                let longer = line.isEmpty ? String(word) : line + " " + word
                if !line.isEmpty, width(longer, font) > limit {
                    lines.append(line)
                    line = String(word)
                } else {
                    line = longer
                }
                if count > 0, lines.count > count { break }
            }
            lines.append(line)
            if count > 0, lines.count > count { break }
        }
        guard count > 0 else { return lines.map { cut($0, font, limit) } }
        var kept = Array(lines.prefix(count))
        if lines.count > count, let last = kept.popLast() { kept.append(cut(last + "\u{2026}", font, limit)) }
        return kept.map { cut($0, font, limit) }
    }

    package static func size(_ text: String, _ font: UIFont, width limit: CGFloat, atMost count: Int) -> CGSize {
        guard !text.isEmpty else { return .zero }
        let lines = lines(text, font, width: limit, atMost: count)
        let widest = lines.map { width($0, font) }.max() ?? 0
        return CGSize(
            width: min(widest, limit).rounded(.up),
            height: (CGFloat(lines.count) * font.lineHeight).rounded(.up)
        )
    }

    /// Truncates a line to a width, with an ellipsis at its end. Returns a line that fits unchanged.
    package static func cut(_ line: String, _ font: UIFont, _ limit: CGFloat) -> String {
        // The tolerance is for rounding: sizes are whole points.
        guard limit < .greatestFiniteMagnitude, width(line, font) > limit + 1 else { return line }
        var kept = ""
        var used = width("\u{2026}", font)
        for character in line {
            used += width(String(character), font)
            if used > limit { break }
            kept.append(character)
        }
        return kept + "\u{2026}"
    }

    private static func width(of character: Character) -> CGFloat {
        guard let byte = character.asciiValue else {
            // Ideographs and emoji are as wide as they are high; other scripts are treated like Latin.
            return (character.unicodeScalars.first?.value ?? 0) >= 0x2E80 ? 1 : 0.56
        }
        switch byte {
        case UInt8(ascii: "i"), UInt8(ascii: "j"), UInt8(ascii: "l"), UInt8(ascii: "."), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: "!"),
            UInt8(ascii: "I"), UInt8(ascii: " "):
            return 0.28
        case UInt8(ascii: "f"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "-"), UInt8(ascii: "/"):
            return 0.36
        case UInt8(ascii: "m"), UInt8(ascii: "w"), UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "%"),
            UInt8(ascii: "@"):
            return 0.85
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return 0.67
        default:
            return 0.55
        }
    }
}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont")
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    public static let shadow = NSAttributedString.Key("NSShadow")
    public static let kern = NSAttributedString.Key("NSKern")
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
}

extension NSString {
    /// Returns the estimated size of the text without wrapping. Line feeds start new lines.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let font = attrs?[.font] as? UIFont ?? .systemFont(ofSize: 12)
        return TextMeasure.size(String(describing: self), font, width: .greatestFiniteMagnitude, atMost: 0)
    }
}
#endif
