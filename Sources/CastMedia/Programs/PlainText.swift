/// Text of other programs and sites, for one line on a terminal or on a screen.
enum PlainText {
    /// Returns the text without escape sequences, with each run of control characters and white space as one space.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The largest number of characters of the result.
    static func line(_ text: some StringProtocol, limit: Int) -> String {
        var words = String.UnicodeScalarView()
        var isSpacePending = false
        var scalars = String(text).unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            if scalar == "\u{1B}" || scalar == "\u{9B}" {
                skipSequence(&scalars, isControl: scalar == "\u{9B}")
            } else if isSpace(scalar) {
                isSpacePending = true
            } else {
                if isSpacePending, !words.isEmpty { words.append(" ") }
                isSpacePending = false
                words.append(scalar)
            }
        }
        return String(String(words).prefix(limit))
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
