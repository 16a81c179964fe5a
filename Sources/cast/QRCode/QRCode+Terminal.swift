extension QRCode {
    /// Lines for a terminal, two modules to a character, with the four light modules around that cameras need.
    ///
    /// - Parameter isColored: Whether black on white may be asked for. Otherwise what is light is drawn and what is dark is
    ///   left, as it has to be on a dark terminal; on a light one cameras see the code inverted, which most read too.
    func terminalLines(isColored: Bool) -> [String] {
        stride(from: -4, to: side + 4, by: 2).map { row in
            let characters = (-4..<(side + 4)).map { column -> Character in
                // Below the last line nothing is drawn, and nothing looks light on white.
                let upper = isDark(row: row, column: column) == isColored
                let lower =
                    row + 1 < side + 4 ? isDark(row: row + 1, column: column) == isColored : false
                return upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
            }
            let text = String(characters)
            return isColored ? "\u{1B}[38;5;16;48;5;231m\(text)\u{1B}[0m" : text
        }
    }
}
