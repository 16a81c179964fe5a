// SPDX-License-Identifier: Apache-2.0

@testable import CastCommand

/// The screen of a terminal, as far as the tool uses its features.
struct TerminalScreen {
    let columns: Int
    private var rows: [[Character]] = [[]]
    private var row = 0
    private var column = 0
    private var wraps = true
    private var rendition = ""

    init(columns: Int) { self.columns = columns }

    /// The rows up to the last one that is not empty.
    var lines: [String] {
        var lines = rows.map { row in
            var line = String(row.filter { $0 != "\0" })
            while line.last == " " { line.removeLast() }
            return line
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    var text: String { lines.joined(separator: "\n") }

    /// Whether all colors and modes are turned off.
    var isPlain: Bool { wraps && rendition.isEmpty }

    mutating func feed(_ text: String) {
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\r\n": (row, column) = (row + 1, 0)
            case "\r": column = 0
            // The terminal driver converts it to CR LF.
            case "\n": (row, column) = (row + 1, 0)
            case "\u{1B}": escape(&rest)
            default: put(character)
            }
            while rows.count <= row { rows.append([]) }
        }
    }

    private mutating func escape(_ rest: inout Substring) {
        guard rest.popFirst() == "[" else { return }
        let parameters = rest.prefix { !$0.isLetter }
        rest = rest.dropFirst(parameters.count)
        let number = Int(parameters) ?? (parameters.isEmpty ? 0 : 1)
        switch rest.popFirst() {
        case "A": row = max(0, row - max(1, number))
        case "K": rows[row] = Array(rows[row].prefix(column))
        case "J":
            rows[row] = Array(rows[row].prefix(column))
            rows = Array(rows.prefix(row + 1))
        case "m": rendition = parameters == "0" ? "" : String(parameters)
        case "l" where parameters == "?7": wraps = false
        case "h" where parameters == "?7": wraps = true
        default: break
        }
    }

    private mutating func put(_ character: Character) {
        let width = DisplayWidth.of(character)
        guard width > 0 else { return }
        if column + width > columns {
            if wraps { (row, column) = (row + 1, 0) } else { column = columns - width }
        }
        while rows.count <= row { rows.append([]) }
        while rows[row].count < column + width { rows[row].append(" ") }
        rows[row][column] = character
        if width == 2 { rows[row][column + 1] = "\0" }
        column += width
    }
}
