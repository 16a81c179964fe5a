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
        // A terminal need not know marks of direction, and ours are enough.
        for character in DisplayText.bounded(text) {
            var scalars = String.UnicodeScalarView()
            for scalar in character.unicodeScalars.prefix(Self.scalarLimit) where !DisplayWidth.turnsText(scalar) {
                scalars.append(style == .ascii && !scalar.isASCII ? "?" : scalar)
                if style == .ascii { break }
            }
            result.unicodeScalars.append(contentsOf: scalars)
        }
        if columns < .max { result = DisplayWidth.cut(result, to: columns, ellipsis: style.ellipsis) }
        guard style == .unicode else { return result }
        return localizer.text(.value(.text(result)))
    }
}
