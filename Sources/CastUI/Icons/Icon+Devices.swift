extension Icon {
    /// Where the waves of the cast icons come from.
    private static let corner = IconShape.Point(2, 20)
    private static let waves = [6.0, 10.0]

    func drawDevice(with pen: inout IconPen) {
        switch self {
        case .castActive:
            Self.drawScreen(with: &pen)
            pen.sector(Self.corner.x, Self.corner.y, 3, (-90, 0))
            for radius in Self.waves { pen.band(Self.corner.x, Self.corner.y, radius, (-90, 0)) }
            // The screen is lit, but for where the waves are.
            var light = Subpath(IconShape.Point(5, 7))
            light.line(to: IconShape.Point(19, 7))
            light.line(to: IconShape.Point(19, 17))
            light.line(to: .on(Self.corner, 12.5, -.pi * 13.9 / 180))
            light.arc(Self.corner, 12.5, (-13.9, -76.1))
            pen.add(light)
        case .castInactive, .castConnecting:
            Self.drawScreen(with: &pen)
            pen.sector(Self.corner.x, Self.corner.y, 3, (-90, 0))
            for radius in Self.waves { pen.band(Self.corner.x, Self.corner.y, radius, (-90, 0)) }
        case .television:
            pen.rectangle(2, 4, 20, 14, corner: 2)
            pen.rectangle(4, 6, 16, 10, isHole: true)
            pen.rectangle(8, 19, 8, 2)
        case .speaker:
            Self.drawSpeaker(with: &pen)
        case .speakerGroup:
            var front = IconPen()
            Self.drawSpeaker(with: &front)
            pen.add(front, scale: (0.85, 0.85), at: IconShape.Point(4.3, 0.3))
            pen.line((5, 6), (5, 21.5), (16, 21.5))
        case .network:
            pen.sector(12, 19.5, 3.2, (-135, -45))
            pen.band(12, 19.5, 7.5, (-135, -45))
            pen.band(12, 19.5, 12.5, (-135, -45))
        default:
            break
        }
    }

    /// One wave at a time runs out from the corner.
    static func connectingFrame(_ number: Int) -> IconPen {
        var pen = IconPen()
        drawScreen(with: &pen)
        if number == 0 {
            pen.sector(corner.x, corner.y, 3, (-90, 0))
        } else {
            pen.band(corner.x, corner.y, waves[number - 1], (-90, 0))
        }
        return pen
    }

    /// A screen that is open where the waves leave it.
    private static func drawScreen(with pen: inout IconPen) {
        pen.polygon(
            (2, 8),
            (2, 4),
            (22, 4),
            (22, 20),
            (15, 20),
            (15, 18),
            (20, 18),
            (20, 6),
            (4, 6),
            (4, 8),
            corner: 0.6
        )
    }

    private static func drawSpeaker(with pen: inout IconPen) {
        pen.rectangle(5, 2, 14, 20, corner: 2)
        pen.circle(12, 6.5, 1.8, isHole: true)
        pen.circle(12, 15, 4.6, isHole: true)
        pen.circle(12, 15, 2.4)
    }
}
