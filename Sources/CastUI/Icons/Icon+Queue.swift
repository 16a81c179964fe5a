extension Icon {
    func drawQueue(with pen: inout IconPen) {
        switch self {
        case .repeatAll:
            Self.drawLoop(with: &pen)
        case .repeatSingle:
            Self.drawLoop(with: &pen)
            pen.line((10.9, 10.7), (12.4, 9.7), (12.4, 14.3), width: 1.5)
        case .repeatOff:
            Self.drawLoop(with: &pen)
            pen.line((10.2, 10.2), (13.8, 13.8), width: 1.6)
            pen.line((13.8, 10.2), (10.2, 13.8), width: 1.6)
        case .repeatShuffle:
            pen.line((3.5, 7), (7, 7), (14.5, 17), (18, 17))
            pen.line((3.5, 17), (7, 17), (14.5, 7), (18, 7))
            pen.polygon((17.5, 3.6), (21.8, 7), (17.5, 10.4))
            pen.polygon((17.5, 13.6), (21.8, 17), (17.5, 20.4))
        case .queue:
            pen.rectangle(3, 5, 13, 2)
            pen.rectangle(3, 10, 13, 2)
            pen.rectangle(3, 15, 8.5, 2)
            pen.polygon((14.5, 13), (21.5, 17), (14.5, 21), corner: 0.3)
        case .dragHandle:
            for y in [6.0, 12, 18] {
                pen.circle(9, y, 1.7)
                pen.circle(15, y, 1.7)
            }
        case .moveUp:
            pen.line((12, 19.5), (12, 5.5))
            pen.line((5.8, 11.5), (12, 5.3), (18.2, 11.5))
        case .moveDown:
            pen.line((12, 4.5), (12, 18.5))
            pen.line((5.8, 12.5), (12, 18.7), (18.2, 12.5))
        case .add:
            pen.line((12, 5), (12, 19))
            pen.line((5, 12), (19, 12))
        case .minus:
            pen.line((5, 12), (19, 12))
        case .remove:
            pen.rectangle(9, 3, 6, 2)
            pen.rectangle(4.5, 4.5, 15, 2)
            pen.polygon((6, 8), (18, 8), (17.2, 21), (6.8, 21), corner: 0.8)
            pen.rectangle(9, 10.5, 1.6, 8, isHole: true)
            pen.rectangle(13.4, 10.5, 1.6, 8, isHole: true)
        default:
            break
        }
    }

    /// Two arrows, one after the other round and round.
    private static func drawLoop(with pen: inout IconPen) {
        var half = IconPen()
        half.polygon((4, 12), (4, 6), (17, 6), (17, 8), (6, 8), (6, 12))
        half.polygon((16.5, 2.8), (20.8, 7), (16.5, 11.2))
        pen.add(half, at: IconShape.Point(0, 0))
        pen.add(half, scale: (-1, -1), at: IconShape.Point(IconShape.side, IconShape.side))
    }
}
