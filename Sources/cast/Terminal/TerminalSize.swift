/// The size of a terminal, in characters.
struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// What may be written on without reaching the last column, where terminals differ in when they go on.
    var usableColumns: Int { max(1, columns - 1) }
    /// One row is left for the shell's prompt, and for what a command says above.
    var usableRows: Int { max(1, rows - 1) }
}
