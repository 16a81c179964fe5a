extension Icon {
    func drawTransport(with pen: inout IconPen) {
        switch self {
        case .play:
            pen.polygon((7, 4.5), (20, 12), (7, 19.5), corner: 0.7)
        case .pause:
            pen.rectangle(6, 5, 4, 14, corner: 0.5)
            pen.rectangle(14, 5, 4, 14, corner: 0.5)
        case .stop:
            pen.rectangle(6, 6, 12, 12, corner: 0.8)
        case .next:
            pen.add(Self.step, at: IconShape.Point(0, 0))
        case .previous:
            pen.add(Self.step, scale: (-1, 1), at: IconShape.Point(IconShape.side, 0))
        case .skipAd:
            pen.polygon((2.5, 6), (10.5, 12), (2.5, 18), corner: 0.4)
            pen.polygon((10, 6), (18, 12), (10, 18), corner: 0.4)
            pen.rectangle(19, 6, 2.5, 12, corner: 0.3)
        case .forward(let seconds):
            pen.add(Self.turn, at: IconShape.Point(0, 0))
            pen.number(seconds, around: IconShape.Point(12, 13.2))
        case .rewind(let seconds):
            pen.add(Self.turn, scale: (-1, 1), at: IconShape.Point(IconShape.side, 0))
            pen.number(seconds, around: IconShape.Point(12, 13.2))
        case .rate:
            pen.band(12, 14.5, 9, (160, 380), hasRoundEnds: true)
            pen.line((12, 14.5), (16, 9.5))
            pen.circle(12, 14.5, 2.2)
        case .live:
            pen.circle(12, 12, 3)
            for (from, to) in [(-45.0, 45.0), (135.0, 225.0)] {
                pen.band(12, 12, 6, (from, to), hasRoundEnds: true)
                pen.band(12, 12, 9.8, (from, to), hasRoundEnds: true)
            }
        default:
            break
        }
    }

    private static var step: IconPen {
        var pen = IconPen()
        pen.polygon((5.5, 5.5), (15, 12), (5.5, 18.5), corner: 0.4)
        pen.rectangle(16, 5.5, 2.5, 13, corner: 0.3)
        return pen
    }

    /// A circle that ends as an arrow, forwards.
    private static var turn: IconPen {
        var pen = IconPen()
        pen.band(12, 13.2, 8, (0, 270))
        pen.polygon((11.9, 1.2), (16.2, 5.2), (11.9, 9.2))
        return pen
    }
}
