extension Icon {
    func drawSound(with pen: inout IconPen) {
        switch self {
        case .tracks:
            pen.rectangle(2.5, 4.5, 19, 15, corner: 2)
            pen.band(8.3, 12, 2.3, (50, 310), width: 1.7, isHole: true)
            pen.band(15.9, 12, 2.3, (50, 310), width: 1.7, isHole: true)
        case .audioTrack:
            pen.circle(8.8, 17, 3.8)
            pen.rectangle(10.4, 3.5, 2.2, 13.5)
            pen.rectangle(10.4, 3.5, 7.6, 4, corner: 0.4)
        case .volumeHigh:
            Self.drawHorn(with: &pen)
            pen.band(11.5, 12, 4.5, (-50, 50), hasRoundEnds: true)
            pen.band(11.5, 12, 8.7, (-50, 50), hasRoundEnds: true)
        case .volumeLow:
            Self.drawHorn(with: &pen)
            pen.band(11.5, 12, 4.5, (-50, 50), hasRoundEnds: true)
        case .volumeMuted:
            Self.drawHorn(with: &pen)
            pen.line((15.5, 9.3), (20.9, 14.7))
            pen.line((20.9, 9.3), (15.5, 14.7))
        default:
            break
        }
    }

    private static func drawHorn(with pen: inout IconPen) {
        pen.polygon((2.5, 9), (6.8, 9), (12, 4), (12, 20), (6.8, 15), (2.5, 15), corner: 0.3)
    }
}
