// SPDX-License-Identifier: Apache-2.0

import CastUI

/// The cells of a 48 by 48 grid that an icon's path fills, computed from its SVG path data alone.
struct Coverage {
    static let side = 48
    var filled: Set<Int> = []

    var share: Double { Double(filled.count) / Double(Self.side * Self.side) }

    func difference(from other: Coverage) -> Double {
        Double(filled.symmetricDifference(other.filled).count) / Double(Self.side * Self.side)
    }

    func isFilled(_ x: Double, _ y: Double) -> Bool {
        filled.contains(Int(y * 2) * Self.side + Int(x * 2))
    }

    init(_ pathData: String) throws {
        let outlines = try Self.outlines(pathData)
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                // Offset from the grid that the icons are drawn on.
                let x = (Double(column) + 0.51) / 2
                let y = (Double(row) + 0.52) / 2
                var winding = 0
                for outline in outlines {
                    for (start, end) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
                        guard (start.y <= y) != (end.y <= y) else { continue }
                        let crossing = start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x)
                        if crossing > x { winding += start.y < end.y ? 1 : -1 }
                    }
                }
                if winding != 0 { filled.insert(row * Self.side + column) }
            }
        }
    }

    enum Mistake: Error, Equatable {
        case unknown(Character)
        case number(String)
        case outsideSubpath
        case leftOpen
    }

    /// The closed polygons that the path data describes.
    static func outlines(_ pathData: String) throws -> [[IconShape.Point]] {
        var result: [[IconShape.Point]] = []
        var open: [IconShape.Point]?
        var rest = Substring(pathData)
        while let letter = rest.popFirst() {
            let text = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(text.count)
            let numbers = try text.split(separator: " ").map { word in
                guard let number = Double(word) else { throw Mistake.number(String(word)) }
                return number
            }
            switch (letter, numbers.count) {
            case ("M", 2):
                guard open == nil else { throw Mistake.leftOpen }
                open = [IconShape.Point(numbers[0], numbers[1])]
            case ("L", 2):
                guard open != nil else { throw Mistake.outsideSubpath }
                open?.append(IconShape.Point(numbers[0], numbers[1]))
            case ("C", 6):
                guard let start = open?.last else { throw Mistake.outsideSubpath }
                for step in 1...8 {
                    let t = Double(step) / 8
                    let (a, b, c, d) = (
                        (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t
                    )
                    let x = a * start.x + b * numbers[0] + c * numbers[2] + d * numbers[4]
                    let y = a * start.y + b * numbers[1] + c * numbers[3] + d * numbers[5]
                    open?.append(IconShape.Point(x, y))
                }
            case ("Z", 0):
                guard let closed = open else { throw Mistake.outsideSubpath }
                result.append(closed)
                open = nil
            default:
                throw Mistake.unknown(letter)
            }
        }
        guard open == nil else { throw Mistake.leftOpen }
        return result
    }
}
