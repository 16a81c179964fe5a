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
        var open = 0
        for character in text {
            let next = of(character)
            if width + next > room { break }
            for scalar in character.unicodeScalars {
                if (0x2066...0x2068).contains(scalar.value) { open += 1 } else if scalar.value == 0x2069 { open -= 1 }
            }
            result.append(character)
            width += next
        }
        // What was set apart from the rest of the line stays so.
        return result + ellipsis + String(repeating: "\u{2069}", count: max(open, 0))
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

    /// The text on one line, without what moves the cursor, changes colours, or turns around what stands beside it: what
    /// a device sends must do nothing of that.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isPlain($0) }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isPlain(scalar) { result.append(scalar) } else if !turnsText(scalar) { result.append(" ") }
        }
        return String(result)
    }

    /// A name or title as one cell of a table or one part of a line: printable, and of at most 200 columns.
    static func field(_ text: String) -> String {
        printable(cut(String(text.prefix(fieldLimit)), to: fieldLimit, ellipsis: "…"))
    }

    private static let fieldLimit = 200

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !turnsText(scalar)
        }
    }

    /// The marks that open and close a direction (Unicode Standard Annex 9).
    static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
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
