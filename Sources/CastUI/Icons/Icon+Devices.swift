// SPDX-License-Identifier: Apache-2.0
// MARK: Devices

extension Icon {
    /// The center of the waves of the cast icons.
    private static let corner = IconShape.Point(2, 20)
    private static let waves = [6.0, 10.0]

    func drawDevice(with pen: inout IconPen) {
        switch self {
        case .castActive:
            Self.drawScreen(with: &pen)
            pen.sector(Self.corner.x, Self.corner.y, 3, (-90, 0))
            for radius in Self.waves { pen.band(Self.corner.x, Self.corner.y, radius, (-90, 0)) }
            // The lit part of the screen, outside the waves.
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

    /// Returns a frame of the connecting animation, which shows one wave at a time, starting at the corner.
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

    /// Draws a screen with an opening for the waves.
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

// MARK: Sound and tracks

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

// MARK: Files

extension Icon {
    func drawFile(with pen: inout IconPen) {
        switch self {
        case .folder:
            pen.polygon((2, 4.5), (9.5, 4.5), (12, 7), (22, 7), (22, 19.5), (2, 19.5), corner: 1)
        case .file:
            pen.polygon((5, 2), (14, 2), (19.5, 7.5), (19.5, 22), (5, 22), corner: 0.8)
            pen.polygon((13, 3.8), (13, 8.6), (17.8, 8.6), isHole: true)
        case .film:
            pen.rectangle(2.5, 4.5, 19, 15, corner: 1)
            for y in [6.2, 10.95, 15.7] {
                pen.rectangle(4.2, y, 2.1, 2.1, isHole: true)
                pen.rectangle(17.7, y, 2.1, 2.1, isHole: true)
            }
            pen.polygon((9.8, 8.6), (15.2, 12), (9.8, 15.4), isHole: true)
        case .link:
            pen.line((9, 12), (15, 12))
            pen.add(Self.linkEnd, at: IconShape.Point(0, 0))
            pen.add(Self.linkEnd, scale: (-1, 1), at: IconShape.Point(IconShape.side, 0))
        case .log:
            for y in [5.5, 11, 16.5] {
                pen.circle(4.5, y + 1, 1.5)
                pen.rectangle(8.5, y, 12.5, 2)
            }
        default:
            break
        }
    }

    /// One end of a chain link, open toward the other end.
    private static var linkEnd: IconPen {
        var pen = IconPen()
        pen.band(7, 12, 4, (90, 270))
        pen.rectangle(7, 7, 4, 2)
        pen.rectangle(7, 15, 4, 2)
        return pen
    }
}

// MARK: Symbols

extension Icon {
    func drawSymbol(with pen: inout IconPen) {
        switch self {
        case .collapse:
            pen.line((5.5, 8.7), (12, 15.2), (18.5, 8.7))
        case .expand:
            pen.line((5.5, 15.3), (12, 8.8), (18.5, 15.3))
        case .back:
            pen.line((15.3, 5.5), (8.8, 12), (15.3, 18.5))
        case .close:
            pen.line((6, 6), (18, 18))
            pen.line((18, 6), (6, 18))
        case .check:
            pen.line((4.5, 12.5), (9.5, 17.5), (19.5, 7))
        case .retry:
            pen.band(12, 13, 7.5, (10, 270))
            pen.polygon((11.9, 1.7), (16, 5.5), (11.9, 9.3))
        case .search:
            pen.ring(10, 10, 6)
            pen.line((14.6, 14.6), (20, 20), width: 2.4)
        case .settings:
            drawGear(with: &pen)
        case .help:
            pen.ring(12, 12, 9)
            pen.band(12, 9.9, 2.7, (180, 410), width: 1.9, hasRoundEnds: true)
            pen.line((13.6, 12), (12, 13.9), width: 1.9)
            pen.circle(12, 17, 1.25)
        case .information:
            pen.ring(12, 12, 9)
            pen.circle(12, 7.8, 1.3)
            pen.line((12, 11.5), (12, 16.5))
        case .warning:
            pen.polygon((12, 2.2), (22.6, 20.8), (1.4, 20.8), corner: 1.2)
            pen.rectangle(11, 9, 2, 5.8, isHole: true)
            pen.circle(12, 17.5, 1.2, isHole: true)
        case .lock:
            pen.rectangle(4.5, 10, 15, 11.5, corner: 1.6)
            pen.circle(12, 15.7, 1.9, isHole: true)
            pen.band(12, 7, 4, (180, 360))
            pen.rectangle(7, 7, 2, 3.5)
            pen.rectangle(15, 7, 2, 3.5)
        default:
            break
        }
    }

    private func drawGear(with pen: inout IconPen) {
        let center = IconShape.Point(12, 12)
        let teeth = (0..<8).flatMap { tooth -> [IconShape.Point] in
            let middle = Double(tooth) * .pi / 4
            return [(7.3, -0.26), (9.9, -0.17), (9.9, 0.17), (7.3, 0.26)].map { radius, offset in
                .on(center, radius, middle + offset)
            }
        }
        pen.polygon(teeth, corner: 0.4)
        pen.circle(12, 12, 3.4, isHole: true)
    }
}
