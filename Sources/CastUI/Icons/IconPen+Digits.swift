extension IconPen {
    /// Writes a number around a point; nothing where it would not be legible.
    mutating func number(_ number: Int, around center: Point) {
        guard (0...999).contains(number) else { return }
        let digits = String(number).compactMap(\.wholeNumberValue)
        let scale = digits.count > 2 ? 0.72 : 1
        let advance = 4.3
        let width = Double(digits.count - 1) * advance + 3
        for (index, digit) in digits.enumerated() {
            var drawing = IconPen()
            drawing.digit(digit)
            add(
                drawing,
                scale: (scale, scale),
                at: Point(
                    center.x + scale * (Double(index) * advance - width / 2),
                    center.y - scale * 2.6
                )
            )
        }
    }

    /// A digit whose lines' middles lie in a box of 3 by 5.2.
    mutating func digit(_ digit: Int) {
        let width = 1.2
        switch digit {
        case 0:
            rectangle(-width / 2, -width / 2, 3 + width, 5.2 + width, corner: 2.1)
            rectangle(width / 2, width / 2, 3 - width, 5.2 - width, corner: 0.9, isHole: true)
        case 1:
            line((0.4, 1.1), (1.9, 0), (1.9, 5.2), width: width)
        case 2:
            band(1.5, 1.5, 1.5, (190, 395), width: width, hasRoundEnds: true)
            line((2.73, 2.36), (0.1, 5.2), (3, 5.2), width: width)
        case 3:
            band(1.5, 1.3, 1.3, (200, 450), width: width, hasRoundEnds: true)
            band(1.5, 3.8, 1.4, (270, 520), width: width, hasRoundEnds: true)
        case 4:
            line((2.2, 5.2), (2.2, 0), (0, 3.7), (3, 3.7), width: width)
        case 5:
            line((2.8, 0), (0.4, 0), (0.2, 2.5), width: width)
            band(1.3, 3.6, 1.6, (225, 505), width: width, hasRoundEnds: true)
        case 6:
            ring(1.5, 3.65, 1.55, width: width)
            line((0.1, 3), (1.9, 0), width: width)
        case 7:
            line((0, 0), (3, 0), (1.1, 5.2), width: width)
        case 8:
            ring(1.5, 1.3, 1.25, width: width)
            ring(1.5, 3.8, 1.4, width: width)
        case 9:
            ring(1.5, 1.55, 1.55, width: width)
            line((2.9, 2.2), (1.1, 5.2), width: width)
        default:
            break
        }
    }
}
