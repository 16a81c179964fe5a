import CastUI

/// Text from outside, made fit for a terminal.
///
/// Devices, titles and applications name themselves. Nothing of that may move the cursor, change colours, break a
/// line, or turn around what stands beside it.
struct TerminalText: Sendable {
    var style: TextStyle
    var localizer: Localizer

    /// The most code points of one character; real ones have about ten.
    private static let scalarLimit = 12

    /// One line of at most so many columns.
    func line(_ label: Label, columns: Int = .max) -> String { outside(localizer.text(label), columns: columns) }

    /// One line of at most so many columns, set apart where it is written the other way.
    func outside(_ text: String, columns: Int = .max) -> String {
        var result = ""
        for character in DisplayText.bounded(text) {
            var scalars = String.UnicodeScalarView()
            for scalar in character.unicodeScalars.prefix(Self.scalarLimit) where !Self.turnsText(scalar) {
                scalars.append(style == .ascii && !scalar.isASCII ? "?" : scalar)
                if style == .ascii { break }
            }
            result.unicodeScalars.append(contentsOf: scalars)
        }
        if columns < .max { result = DisplayWidth.cut(result, to: columns, ellipsis: style.ellipsis) }
        guard style == .unicode else { return result }
        return localizer.text(.value(.text(result)))
    }

    /// The marks that open and close a direction; a terminal need not know them, and ours are enough.
    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
