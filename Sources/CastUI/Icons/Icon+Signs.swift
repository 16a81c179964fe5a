extension Icon {
    func drawSign(with pen: inout IconPen) {
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
            return [(7.3, -0.26), (9.9, -0.17), (9.9, 0.17), (7.3, 0.26)].map { radius, aside in
                .on(center, radius, middle + aside)
            }
        }
        pen.polygon(teeth, corner: 0.4)
        pen.circle(12, 12, 3.4, isHole: true)
    }
}
