// SPDX-License-Identifier: Apache-2.0

/// Text of files, peers, other programs and sites, made safe for terminals and pages.
package enum PrintableText {
    /// Returns the text on one line, without control characters and directional marks.
    ///
    /// Text from peers must not move the cursor, change colors or reorder the text beside it.
    package static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isPlain($0) }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isPlain(scalar) { result.append(scalar) } else if !isDirectionalMark(scalar) { result.append(" ") }
        }
        return String(result)
    }

    /// Returns the text on one line, without escape sequences and directional marks, and with each run of control characters
    /// and white space as one space.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The largest number of characters of the result.
    package static func line(_ text: some StringProtocol, limit: Int) -> String {
        var words = String.UnicodeScalarView()
        var isSpacePending = false
        var scalars = String(text).unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            if scalar == "\u{1B}" || scalar == "\u{9B}" {
                skipSequence(&scalars, isControl: scalar == "\u{9B}")
            } else if isSpace(scalar) {
                isSpacePending = true
            } else if !isDirectionalMark(scalar) {
                if isSpacePending, !words.isEmpty { words.append(" ") }
                isSpacePending = false
                words.append(scalar)
            }
        }
        return String(String(words).prefix(limit))
    }

    /// Whether a scalar is a directional mark (Unicode Standard Annex #9).
    package static func isDirectionalMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !isDirectionalMark(scalar)
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.properties.isWhitespace
    }

    /// Skips the rest of an escape sequence (ECMA-48): a control sequence ends with a byte from `@` on, a command
    /// string with BEL or ESC `\`, any other sequence after one character.
    private static func skipSequence(_ scalars: inout String.UnicodeScalarView.Iterator, isControl: Bool) {
        var isControl = isControl
        if !isControl {
            switch scalars.next() {
            case "[": isControl = true
            case "]", "P", "X", "^", "_":
                while let scalar = scalars.next() {
                    if scalar == "\u{7}" || scalar == "\u{9C}" { return }
                    if scalar == "\u{1B}" {
                        _ = scalars.next()
                        return
                    }
                }
            default: return
            }
        }
        while isControl, let scalar = scalars.next() {
            if (0x40...0x7E).contains(scalar.value) { return }
        }
    }
}
