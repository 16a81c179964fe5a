extension String {
    /// The text with spaces behind it up to `columns`.
    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - DisplayWidth.of(self)))
    }
}
