/// How many columns of a terminal a text takes.
enum DisplayWidth {
    /// Columns of a whole text.
    static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Columns of one character: 2 for East Asian wide ones and emoji, 0 for what cannot be seen, else 1.
    static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark: return 0
        // Marks of direction, joiners and their like; the soft hyphen is seen.
        case .format where first.value != 0xAD: return 0
        default: break
        }
        if character.unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
        return isWide(first.value) ? 2 : 1
    }

    /// The text cut to at most `columns`, ending in `ellipsis` where something was cut off.
    static func cut(_ text: String, to columns: Int, ellipsis: String) -> String {
        guard of(text) > columns else { return text }
        let room = columns - of(ellipsis)
        guard room > 0 else { return String(ellipsis.prefix(max(columns, 0))) }
        var result = ""
        var width = 0
        for character in text {
            let next = of(character)
            if width + next > room { break }
            result.append(character)
            width += next
        }
        return result + ellipsis
    }

    /// The text in lines of at most `columns`, broken between words where it can be.
    static func wrapped(_ text: String, to columns: Int, ellipsis: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, of(last) + 1 + of(String(word)) <= columns {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(cut(String(word), to: columns, ellipsis: ellipsis))
            }
        }
        return lines
    }

    /// The text without control characters: what a device sends must not move the cursor or change colours.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(result)
    }

    /// The blocks that Unicode's East Asian Width (UAX #11) calls wide or full-width.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x20000...0x3FFFD:
            true
        default:
            false
        }
    }
}
