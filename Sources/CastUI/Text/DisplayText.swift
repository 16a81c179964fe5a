// SPDX-License-Identifier: Apache-2.0

/// Makes untrusted text suitable for one line of a widget.
///
/// Devices and media choose their own names, and any device on the network can send text. Markup is kept as plain text,
/// which the skin must not interpret. Characters that would break the line, or affect text outside it, are removed or
/// replaced: control characters become a space, directional marks that are opened are closed at the end, and closing
/// marks without an opening one are removed. A name therefore cannot change the direction of the text around it
/// (Unicode Standard Annex 9, explicit directional formatting).
public enum DisplayText {
    /// The maximum length of a text, in user-perceived characters (grapheme clusters).
    public static var limit: Int { 200 }
    /// The maximum length in Unicode scalars, because some characters consist of thousands.
    static var scalarLimit: Int { 1_000 }

    /// Returns untrusted text as one line.
    ///
    /// - Parameters:
    ///   - text: A text of any length. Only its beginning is read.
    ///   - limit: The maximum number of characters of the result, including an ellipsis.
    /// - Returns: One line; empty if it has no visible characters.
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
        guard result.contains(where: isVisible) else { return "" }
        if result.last == " " { result.removeLast() }
        var line = String(result)
        if line.count > limit || isCut {
            line = String(line.prefix(limit - 1)) + "…"
            open = openMarks(line)
        }
        line.unicodeScalars.append(contentsOf: open.reversed())
        return line
    }

    /// Returns the text in a first-strong isolate, so that it and the text around it keep their own direction.
    static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    /// Whether the text contains right-to-left characters or directional marks.
    static func hasDirection(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            // Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms; the historic scripts; then the marks.
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

    /// Whether the character is visible, in a font that contains it.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .format && !isSpace(scalar)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
    }
}

/// A sentence, as a key and arguments, before localization. Widgets never concatenate sentences.
public struct Phrase: Sendable, Hashable {
    /// An argument of a phrase.
    public indirect enum Argument: Sendable, Hashable {
        /// Untrusted text, such as the name of a device or a title. It is kept as plain text and bounded.
        case text(String)
        /// An integer. The first one of a phrase determines the plural form.
        case number(Int)
        /// A number with few fractional digits, such as a playback rate.
        case decimal(Double)
        /// A fraction, 0…1, which is shown as a percentage.
        case percent(Double)
        /// A time in seconds in digits, such as `1:01:01`; nil shows the no-time text.
        case time(Double?)
        /// A time in seconds in words, for screen readers; nil shows the no-time text.
        case spokenTime(Double?)
        case phrase(Phrase)
    }

    /// The key of the text in the catalog.
    public var key: TextKey
    /// The values of the placeholders in the text, in their order.
    public var arguments: [Argument]

    /// Creates a phrase.
    public init(_ key: TextKey, _ arguments: Argument...) {
        self.key = key
        self.arguments = arguments
    }
}

/// A text that a widget shows: a phrase of this package, untrusted text, or a value.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ControlLabel: Sendable, Hashable {
    case phrase(Phrase)
    /// Untrusted text, such as a title. It is never interpreted as markup.
    case text(String)
    /// A single value, such as a time or a percentage.
    case value(Phrase.Argument)

    /// Creates a label with a phrase.
    public init(_ key: TextKey, _ arguments: Phrase.Argument...) {
        var phrase = Phrase(key)
        phrase.arguments = arguments
        self = .phrase(phrase)
    }
}
