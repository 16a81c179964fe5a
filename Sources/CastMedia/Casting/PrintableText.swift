/// Text from files and peers, made safe for terminals and pages.
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
}
