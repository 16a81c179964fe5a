// SPDX-License-Identifier: Apache-2.0

/// The modules of a QR code during construction.
struct QRGrid {
    let version: Int
    let side: Int
    private(set) var dark: [Bool]
    /// Whether each module belongs to a function pattern, which holds no data and is not masked.
    private var isFixed: [Bool]

    /// The center coordinates of the alignment patterns, by version.
    private static let centers = [
        [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
    ]

    init(version: Int) {
        self.version = version
        side = 17 + 4 * version
        dark = [Bool](repeating: false, count: side * side)
        isFixed = dark
        drawPatterns()
    }

    subscript(_ row: Int, _ column: Int) -> Bool {
        get { dark[row * side + column] }
        set { dark[row * side + column] = newValue }
    }

    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return }
        self[row, column] = isDark
        isFixed[row * side + column] = true
    }

    // MARK: Patterns

    private mutating func drawPatterns() {
        for index in 0..<side {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, side - 4), (side - 4, 3)] {
            drawRings(row, column, 4) { $0 != 2 && $0 != 4 }
        }
        let centers = Self.centers[version - 1]
        for row in centers {
            for column in centers where !isFinder(row, column) {
                drawRings(row, column, 2) { $0 != 1 }
            }
        }
        // Reserves the format information, which depends on the mask. The version information does not.
        drawFormat(0)
        drawVersion()
    }

    private func isFinder(_ row: Int, _ column: Int) -> Bool {
        (row == 6 && column == 6) || (row == 6 && column == side - 7) || (row == side - 7 && column == 6)
    }

    private mutating func drawRings(_ row: Int, _ column: Int, _ radius: Int, isDark: (Int) -> Bool) {
        for down in -radius...radius {
            for right in -radius...radius {
                fix(row + down, column + right, isDark(max(abs(down), abs(right))))
            }
        }
    }

    /// Draws both copies of the 15 bits of format information.
    private mutating func drawFormat(_ bits: Int) {
        func isDark(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<6 { fix(index, 8, isDark(index)) }
        fix(7, 8, isDark(6))
        fix(8, 8, isDark(7))
        fix(8, 7, isDark(8))
        for index in 9..<15 { fix(8, 14 - index, isDark(index)) }
        for index in 0..<8 { fix(8, side - 1 - index, isDark(index)) }
        for index in 8..<15 { fix(side - 15 + index, 8, isDark(index)) }
        fix(side - 8, 8, true)
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        let bits = Self.versionBits(version)
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            fix(index / 3, side - 11 + index % 3, isDark)
            fix(side - 11 + index % 3, index / 3, isDark)
        }
    }

    static func formatBits(_ correction: QRCode.Correction, mask: Int) -> Int {
        let data = correction.bits << 3 | mask
        return (data << 10 | remainder(of: data, by: 0x537, bits: 10)) ^ 0x5412
    }

    static func versionBits(_ version: Int) -> Int {
        version << 12 | remainder(of: version, by: 0x1F25, bits: 12)
    }

    private static func remainder(of data: Int, by polynomial: Int, bits: Int) -> Int {
        var rest = data
        for _ in 0..<bits { rest = rest << 1 ^ (rest >> (bits - 1)) * polynomial }
        return rest
    }

    // MARK: Data

    /// Places the codewords in columns of two modules, upward and downward, starting at the lower right.
    mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var right = side - 1
        while right >= 1 {
            // The vertical timing pattern occupies a column of its own.
            if right == 6 { right = 5 }
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<side {
                let row = isUpward ? side - 1 - step : step
                for column in [right, right - 1] where !isFixed[row * side + column] {
                    guard bit < codewords.count * 8 else { continue }
                    self[row, column] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            right -= 2
        }
    }

    /// Returns the grid with one of the eight masks applied.
    func masked(_ mask: Int, correction: QRCode.Correction) -> QRGrid {
        var result = self
        for row in 0..<side {
            for column in 0..<side where !isFixed[row * side + column] && Self.inverts(mask, row, column) {
                result[row, column].toggle()
            }
        }
        result.drawFormat(Self.formatBits(correction, mask: mask))
        return result
    }

    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}

extension QRGrid {
    /// The penalty score of the mask; lower is better (ISO/IEC 18004, section 7.8.3).
    var penalty: Int {
        let rows = (0..<side).map { row in (0..<side).map { self[row, $0] } }
        let columns = (0..<side).map { column in (0..<side).map { self[$0, column] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.runs(in: $1) + Self.falseFinders(in: $1) }
        return lines + squares(rows) + imbalance
    }

    /// Scores runs of five or more modules of one color.
    private static func runs(in line: [Bool]) -> Int {
        var result = 0
        var length = 0
        for (index, isDark) in line.enumerated() {
            length = index > 0 && isDark == line[index - 1] ? length + 1 : 1
            if length == 5 { result += 3 } else if length > 5 { result += 1 }
        }
        return result
    }

    /// Scores patterns like the center of a finder next to four light modules. Modules outside of the grid are light.
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

    /// Scores squares of two by two modules of one color.
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

    /// Scores each 5 % by which the share of dark modules differs from one half.
    private var imbalance: Int {
        let count = dark.count { $0 }
        return abs(count * 20 - dark.count * 10) / dark.count * 10
    }
}
