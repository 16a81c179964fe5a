extension QRGrid {
    /// How hard the grid is to read for a camera: the less the better (7.8.3 of the standard).
    var penalty: Int {
        let rows = (0..<side).map { row in (0..<side).map { self[row, $0] } }
        let columns = (0..<side).map { column in (0..<side).map { self[$0, column] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.runs(in: $1) + Self.falseFinders(in: $1) }
        return lines + squares(rows) + imbalance
    }

    /// Five modules of one colour in a line, and more.
    private static func runs(in line: [Bool]) -> Int {
        var result = 0
        var length = 0
        for (index, isDark) in line.enumerated() {
            length = index > 0 && isDark == line[index - 1] ? length + 1 : 1
            if length == 5 { result += 3 } else if length > 5 { result += 1 }
        }
        return result
    }

    /// What looks like the middle of a finder beside four light modules, of which those outside count.
    private static func falseFinders(in line: [Bool]) -> Int {
        let finder = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        let padded = light + line + light
        return (4..<(padded.count - 10)).reduce(0) { result, start in
            guard padded[start..<(start + 7)].elementsEqual(finder) else { return result }
            let isLightBefore = padded[(start - 4)..<start].elementsEqual(light)
            let isLightAfter = padded[(start + 7)..<(start + 11)].elementsEqual(light)
            return result + (isLightBefore || isLightAfter ? 40 : 0)
        }
    }

    /// Squares of two by two of one colour.
    private func squares(_ rows: [[Bool]]) -> Int {
        var result = 0
        for row in 1..<side {
            for column in 1..<side {
                let corner = rows[row][column]
                if corner == rows[row - 1][column], corner == rows[row][column - 1],
                    corner == rows[row - 1][column - 1]
                {
                    result += 3
                }
            }
        }
        return result
    }

    /// For each twentieth by which dark modules are more or fewer than half.
    private var imbalance: Int {
        let count = dark.count { $0 }
        return abs(count * 20 - dark.count * 10) / dark.count * 10
    }
}
