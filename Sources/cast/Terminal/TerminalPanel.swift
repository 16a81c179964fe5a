/// The lines at the bottom of a terminal: what has to be written for them to stand there, to change, and to go.
///
/// The cursor rests at the end of the last line. Everything is written in one piece, and what is turned on in a piece is
/// turned off in it, so that a program may end at any time.
struct TerminalPanel: Sendable {
    private var lines: [TerminalLine] = []

    /// What puts these lines in place of those that stand there; empty when they do already.
    ///
    /// - Parameter columns: Of the terminal as it is now.
    mutating func show(_ lines: [TerminalLine], usesColor: Bool, columns: Int) -> String {
        guard lines != self.lines else { return "" }
        let toTop = toTop(columns: columns)
        let isEmpty = lines.isEmpty
        self.lines = lines
        return isEmpty ? toTop + Self.eraseBelow : toTop + drawing(usesColor: usesColor) + Self.eraseBelow
    }

    /// What takes the lines away, so that something else can be written in their place.
    func erasing(columns: Int) -> String { lines.isEmpty ? "" : toTop(columns: columns) + Self.eraseBelow }

    /// What writes the lines from the cursor on.
    func drawing(usesColor: Bool) -> String {
        guard !lines.isEmpty else { return "" }
        let rows = lines.map { $0.written(usesColor: usesColor) + Self.eraseToEnd }
        return Self.wrapOff + rows.joined(separator: "\n") + Self.wrapOn
    }

    /// To the beginning of the first line. A terminal that became narrower has broken long lines.
    private func toTop(columns: Int) -> String {
        let rows = lines.reduce(0) { $0 + max(1, ($1.width + columns - 1) / max(1, columns)) }
        return rows > 1 ? "\r\u{1B}[\(rows - 1)A" : "\r"
    }

    // ECMA-48: EL, ED; DECAWM, which keeps a line of misjudged width on its row.
    private static let eraseToEnd = "\u{1B}[K"
    private static let eraseBelow = "\u{1B}[J"
    private static let wrapOff = "\u{1B}[?7l"
    private static let wrapOn = "\u{1B}[?7h"
}
