// SPDX-License-Identifier: Apache-2.0

import CastMedia

/// Rows of text in aligned columns. Cells may contain text from peers.
struct TextTable {
    var header: [String]
    var rows: [[String]] = []
    /// The least widths of the columns, for rows that are printed one by one; empty for none.
    var leastWidths: [Int] = []

    /// The printed lines: columns as wide as their widest cell, two spaces apart, without trailing spaces.
    var lines: [String] {
        let all = [header] + rows.map { $0.map(DisplayWidth.field) }
        let widths = header.indices.map { column in
            max(
                all.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0,
                column < leastWidths.count ? leastWidths[column] : 0
            )
        }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where column < widths.count {
                line += cell
                guard column + 1 < row.count else { break }
                line += String(repeating: " ", count: widths[column] - DisplayWidth.of(cell) + 2)
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}

extension String {
    /// Returns the text padded with trailing spaces to `columns`.
    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - DisplayWidth.of(self)))
    }
}

/// Measures, cuts and sanitizes text for terminals.
enum DisplayWidth {
    /// Returns the number of columns of a text.
    static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Returns the number of columns of a character: 2 if it is an emoji or East Asian wide, 0 if invisible, else 1.
    static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark: return 0
        // Directional marks, joiners and similar characters; the soft hyphen is visible.
        case .format where first.value != 0xAD: return 0
        default: break
        }
        if character.unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
        return isWide(first.value) ? 2 : 1
    }

    /// Returns the text cut to at most `columns`, ending with `ellipsis` if it was cut.
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
        // Closes the directional isolates that were cut.
        return result + ellipsis + String(repeating: "\u{2069}", count: max(open, 0))
    }

    /// Returns the text in lines of at most `columns`, broken between words. Longer words are cut.
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

    /// Returns the text on one line, without control characters and directional marks.
    ///
    /// Text from peers must not move the cursor, change colors or reorder the text beside it.
    static func printable(_ text: String) -> String { PrintableText.line(text) }

    /// Returns a name or title for a table cell or a part of a line: printable, with at most 200 columns.
    static func field(_ text: String) -> String {
        printable(cut(String(text.prefix(fieldLimit)), to: fieldLimit, ellipsis: "…"))
    }

    private static let fieldLimit = 200

    /// Whether a scalar is in a block that Unicode's East Asian Width (UAX #11) classifies as wide or fullwidth.
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
