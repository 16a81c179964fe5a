// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Draws icons. Solid subpaths run clockwise, holes counterclockwise.
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

    /// Adds another drawing, scaled or mirrored, then moved.
    mutating func add(_ drawing: IconPen, scale: (x: Double, y: Double) = (1, 1), at origin: Point) {
        for subpath in drawing.subpaths {
            let placed = subpath.mapped { Point(origin.x + scale.x * $0.x, origin.y + scale.y * $0.y) }
            subpaths.append(scale.x * scale.y < 0 ? placed.reversed : placed)
        }
    }

    // MARK: Areas

    /// Adds a polygon.
    ///
    /// - Parameter corner: The distance from each corner at which its rounding begins.
    mutating func polygon(_ points: [Point], corner: Double = 0, isHole: Bool = false) {
        guard points.count > 2 else { return }
        var subpath: Subpath?
        for (index, point) in points.enumerated() {
            let before = points[(index + points.count - 1) % points.count]
            let after = points[(index + 1) % points.count]
            let first = point.moved(corner, toward: before)
            let last = point.moved(corner, toward: after)
            if subpath == nil { subpath = Subpath(first) } else { subpath?.line(to: first) }
            guard corner > 0 else { continue }
            // A quadratic curve with its control point at the corner, as a cubic one.
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

    /// Adds a polyline with round ends and joins.
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

    /// Adds a segment of a ring.
    ///
    /// - Parameter degrees: The start and end angles; 0 is at the right, and angles grow clockwise on screen.
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

    /// Adds a sector of a disc.
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

    /// Returns the point moved toward another one, by at most half of their distance.
    fileprivate func moved(_ distance: Double, toward other: Self) -> Self {
        let length = hypot(other.x - x, other.y - y)
        guard length > 0, distance > 0 else { return self }
        return between(other, part: min(0.5, distance / length))
    }
}

extension IconPen {
    /// Draws a number centered at a point. Draws nothing if the number has more than three digits, which are not
    /// legible.
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

    /// Draws a digit. The center lines of its strokes fit a box of 3 by 5.2.
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
