/// Text from outside, made fit for one line of a widget.
///
/// Devices and media name themselves, and any device of a network may speak. Markup stays the text that it is; the skin
/// must not read it. What would break a line, or reach beyond the text, does not stay: control characters become a
/// space, directional marks that are opened are closed at the end, and an end without a beginning is left out. So a
/// name cannot turn around what stands beside it (Unicode Standard Annex 9, explicit directional formatting).
public enum DisplayText {
    /// The most characters, as people count them, that a text keeps.
    public static var limit: Int { 200 }
    /// The most code points; some characters consist of thousands.
    static var scalarLimit: Int { 1_000 }

    /// - Parameters:
    ///   - text: Any text, of any length; only its beginning is looked at.
    ///   - limit: The most characters of the result, an ellipsis included.
    /// - Returns: One line; empty when nothing can be seen of it.
    public static func bounded(_ text: String, limit: Int = limit) -> String {
        guard limit > 0 else { return "" }
        var result = String.UnicodeScalarView()
        var open: [Unicode.Scalar] = []
        var isCut = false
        var endsInSpace = true
        var length = 0
        for scalar in text.unicodeScalars {
            guard length < scalarLimit else {
                isCut = true
                break
            }
            if isSpace(scalar) {
                if !endsInSpace { result.append(" ") }
                endsInSpace = true
                length += 1
                continue
            }
            if let closing = closing(scalar) {
                open.append(closing)
            } else if scalar == popIsolate || scalar == popEmbedding {
                guard open.last == scalar else { continue }
                open.removeLast()
            }
            result.append(scalar)
            endsInSpace = false
            length += 1
        }
        guard result.contains(where: isSeen) else { return "" }
        if result.last == " " { result.removeLast() }
        var line = String(result)
        if line.count > limit || isCut {
            line = String(line.prefix(limit - 1)) + "…"
            open = openMarks(line)
        }
        line.unicodeScalars.append(contentsOf: open.reversed())
        return line
    }

    /// The text set apart from what surrounds it, so that each keeps its own direction.
    static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    /// Whether any of it is written from right to left, or could say that it is.
    static func hasDirection(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            // Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms; the marks; the historic scripts.
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    private static let popEmbedding: Unicode.Scalar = "\u{202C}"
    private static let popIsolate: Unicode.Scalar = "\u{2069}"

    private static func closing(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x202A, 0x202B, 0x202D, 0x202E: popEmbedding
        case 0x2066...0x2068: popIsolate
        default: nil
        }
    }

    private static func openMarks(_ line: String) -> [Unicode.Scalar] {
        var open: [Unicode.Scalar] = []
        for scalar in line.unicodeScalars {
            if let closing = closing(scalar) { open.append(closing) } else if open.last == scalar { open.removeLast() }
        }
        return open
    }

    /// Whether there is something of it to see, in a font that has it.
    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .format && !isSpace(scalar)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
    }
}
