import Foundation

/// Draws icons: what is solid runs clockwise, what is a hole the other way.
struct IconPen {
    typealias Point = IconShape.Point

    private(set) var subpaths: [Subpath] = []

    static func draw(_ drawing: (inout IconPen) -> Void) -> IconShape {
        var pen = IconPen()
        drawing(&pen)
        return pen.shape
    }

    var shape: IconShape {
        IconShape(
            elements: subpaths.flatMap { subpath -> [IconShape.Element] in
                let segments = subpath.segments.map { segment -> IconShape.Element in
                    switch segment {
                    case .line(let end): .line(end)
                    case .cubic(let first, let second, let end): .cubic(first, second, end)
                    }
                }
                return [.move(subpath.start)] + segments + [.close]
            }
        )
    }

    mutating func add(_ subpath: Subpath, isHole: Bool = false) {
        subpaths.append(subpath.isClockwise == isHole ? subpath.reversed : subpath)
    }

    /// Another drawing, moved after it was scaled or mirrored.
    mutating func add(_ drawing: IconPen, scale: (x: Double, y: Double) = (1, 1), at origin: Point) {
        for subpath in drawing.subpaths {
            let placed = subpath.mapped { Point(origin.x + scale.x * $0.x, origin.y + scale.y * $0.y) }
            subpaths.append(scale.x * scale.y < 0 ? placed.reversed : placed)
        }
    }

    // MARK: Areas

    /// - Parameter corner: How far from each corner its rounding begins.
    mutating func polygon(_ points: [Point], corner: Double = 0, isHole: Bool = false) {
        guard points.count > 2 else { return }
        var subpath: Subpath?
        for (index, point) in points.enumerated() {
            let before = points[(index + points.count - 1) % points.count]
            let after = points[(index + 1) % points.count]
            let first = point.moved(corner, towards: before)
            let last = point.moved(corner, towards: after)
            if subpath == nil { subpath = Subpath(first) } else { subpath?.line(to: first) }
            guard corner > 0 else { continue }
            // The curve that a control point at the corner itself would give.
            subpath?.segments.append(
                .cubic(first.between(point, part: 2 / 3), last.between(point, part: 2 / 3), last)
            )
        }
        if let subpath { add(subpath, isHole: isHole) }
    }

    mutating func polygon(_ corners: (Double, Double)..., corner: Double = 0, isHole: Bool = false) {
        polygon(corners.map { Point($0.0, $0.1) }, corner: corner, isHole: isHole)
    }

    mutating func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        corner: Double = 0,
        isHole: Bool = false
    ) {
        let (right, bottom) = (x + width, y + height)
        polygon((x, y), (right, y), (right, bottom), (x, bottom), corner: corner, isHole: isHole)
    }

    mutating func circle(_ x: Double, _ y: Double, _ radius: Double, isHole: Bool = false) {
        var subpath = Subpath(Point(x + radius, y))
        subpath.arc(Point(x, y), radius, (0, 360))
        add(subpath, isHole: isHole)
    }

    // MARK: Lines

    /// A line of some width with round ends, drawn through points.
    mutating func line(_ points: (Double, Double)..., width: Double = 2) {
        for (start, end) in zip(points, points.dropFirst()) {
            capsule(Point(start.0, start.1), Point(end.0, end.1), width / 2)
        }
    }

    private mutating func capsule(_ start: Point, _ end: Point, _ radius: Double) {
        let direction = atan2(end.y - start.y, end.x - start.x) * 180 / .pi
        var subpath = Subpath(.on(start, radius, (direction + 90) * .pi / 180))
        subpath.arc(start, radius, (direction + 90, direction + 270))
        subpath.line(to: .on(end, radius, (direction - 90) * .pi / 180))
        subpath.arc(end, radius, (direction - 90, direction + 90))
        add(subpath)
    }

    mutating func ring(_ x: Double, _ y: Double, _ radius: Double, width: Double = 2) {
        circle(x, y, radius + width / 2)
        circle(x, y, radius - width / 2, isHole: true)
    }

    /// A part of a ring.
    ///
    /// - Parameter degrees: From and to, 0 at the right and growing clockwise as seen.
    mutating func band(
        _ x: Double,
        _ y: Double,
        _ radius: Double,
        _ degrees: (from: Double, to: Double),
        width: Double = 2,
        hasRoundEnds: Bool = false,
        isHole: Bool = false
    ) {
        let center = Point(x, y)
        let (outer, inner) = (radius + width / 2, radius - width / 2)
        var subpath = Subpath(.on(center, outer, degrees.from * .pi / 180))
        subpath.arc(center, outer, degrees)
        if hasRoundEnds {
            let end = Point.on(center, radius, degrees.to * .pi / 180)
            subpath.arc(end, width / 2, (degrees.to, degrees.to + 180))
        } else {
            subpath.line(to: .on(center, inner, degrees.to * .pi / 180))
        }
        subpath.arc(center, inner, (degrees.to, degrees.from))
        if hasRoundEnds {
            let start = Point.on(center, radius, degrees.from * .pi / 180)
            subpath.arc(start, width / 2, (degrees.from + 180, degrees.from + 360))
        }
        add(subpath, isHole: isHole)
    }

    /// A part of a disc.
    mutating func sector(_ x: Double, _ y: Double, _ radius: Double, _ degrees: (from: Double, to: Double)) {
        let center = Point(x, y)
        var subpath = Subpath(center)
        subpath.line(to: .on(center, radius, degrees.from * .pi / 180))
        subpath.arc(center, radius, degrees)
        add(subpath)
    }
}

extension IconShape.Point {
    fileprivate func between(_ other: Self, part: Double) -> Self {
        Self(x + (other.x - x) * part, y + (other.y - y) * part)
    }

    /// At most half of the way.
    fileprivate func moved(_ distance: Double, towards other: Self) -> Self {
        let length = hypot(other.x - x, other.y - y)
        guard length > 0, distance > 0 else { return self }
        return between(other, part: min(0.5, distance / length))
    }
}
