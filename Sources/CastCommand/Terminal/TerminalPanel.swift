// SPDX-License-Identifier: Apache-2.0

/// The lines at the bottom of a terminal. Generates the output that displays, updates and removes them.
///
/// The cursor stays at the end of the last line. Each update is one piece of output that turns off every attribute that
/// it turns on, so that the program can exit at any time.
struct TerminalPanel: Sendable {
    private var lines: [TerminalLine] = []

    /// Returns the output that replaces the displayed lines; empty if they are unchanged.
    ///
    /// - Parameter columns: The current width of the terminal.
    mutating func show(_ lines: [TerminalLine], usesColor: Bool, columns: Int) -> String {
        guard lines != self.lines else { return "" }
        let toTop = toTop(columns: columns)
        let isEmpty = lines.isEmpty
        self.lines = lines
        return isEmpty ? toTop + Self.eraseBelow : toTop + drawing(usesColor: usesColor) + Self.eraseBelow
    }

    /// Returns the output that erases the lines, so that other output can be written in their place.
    func erasing(columns: Int) -> String { lines.isEmpty ? "" : toTop(columns: columns) + Self.eraseBelow }

    /// Returns the output that draws the lines from the cursor on.
    func drawing(usesColor: Bool) -> String {
        guard !lines.isEmpty else { return "" }
        let rows = lines.map { $0.written(usesColor: usesColor) + Self.eraseToEnd }
        return Self.wrapOff + rows.joined(separator: "\n") + Self.wrapOn
    }

    /// Returns the output that moves the cursor to the first line. A terminal that became narrower has wrapped long
    /// lines.
    private func toTop(columns: Int) -> String {
        let rows = lines.reduce(0) { $0 + max(1, ($1.width + columns - 1) / max(1, columns)) }
        return rows > 1 ? "\r\u{1B}[\(rows - 1)A" : "\r"
    }

    // ECMA-48: EL, ED. DECAWM off keeps a line whose width was computed wrongly on its row.
    private static let eraseToEnd = "\u{1B}[K"
    private static let eraseBelow = "\u{1B}[J"
    private static let wrapOff = "\u{1B}[?7l"
    private static let wrapOn = "\u{1B}[?7h"
}
