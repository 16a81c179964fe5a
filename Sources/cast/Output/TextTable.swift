/// Rows of text set in columns. Cells may come from outside.
struct TextTable {
    var header: [String]
    var rows: [[String]] = []

    /// The lines, each column as wide as its widest cell, two spaces apart, nothing behind the last cell.
    var lines: [String] {
        let all = [header] + rows.map { $0.map(DisplayWidth.field) }
        let widths = header.indices.map { column in
            all.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where column < widths.count {
                line += cell
                guard column + 1 < row.count else { break }
                line += String(repeating: " ", count: widths[column] - DisplayWidth.of(cell) + 2)
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
