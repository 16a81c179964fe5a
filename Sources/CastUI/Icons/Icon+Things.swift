extension Icon {
    func drawThing(with pen: inout IconPen) {
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

    /// Half of a link of a chain, open towards the other.
    private static var linkEnd: IconPen {
        var pen = IconPen()
        pen.band(7, 12, 4, (90, 270))
        pen.rectangle(7, 7, 4, 2)
        pen.rectangle(7, 15, 4, 2)
        return pen
    }
}
