import Foundation

/// One closed outline.
struct Subpath {
    typealias Point = IconShape.Point

    enum Segment {
        case line(Point)
        case cubic(Point, Point, Point)

        var end: Point {
            switch self {
            case .line(let end), .cubic(_, _, let end): end
            }
        }

        var points: [Point] {
            switch self {
            case .line(let end): [end]
            case .cubic(let first, let second, let end): [first, second, end]
            }
        }
    }

    var start: Point
    var segments: [Segment] = []

    init(_ start: Point) {
        self.start = start
    }

    var end: Point { segments.last?.end ?? start }

    /// The outline run the other way round.
    var reversed: Subpath {
        var result = Subpath(end)
        var starts = [start] + segments.map(\.end)
        starts.removeLast()
        for (segment, start) in zip(segments, starts).reversed() {
            switch segment {
            case .line: result.segments.append(.line(start))
            case .cubic(let first, let second, _): result.segments.append(.cubic(second, first, start))
            }
        }
        return result
    }

    /// Whether it runs clockwise as seen, told from the polygon of its points.
    var isClockwise: Bool {
        let points = [start] + segments.flatMap(\.points)
        let next = points.dropFirst() + [start]
        return zip(points, next).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } > 0
    }

    func mapped(_ change: (Point) -> Point) -> Subpath {
        var result = Subpath(change(start))
        result.segments = segments.map { segment in
            switch segment {
            case .line(let end): .line(change(end))
            case .cubic(let first, let second, let end): .cubic(change(first), change(second), change(end))
            }
        }
        return result
    }

    mutating func line(to point: Point) {
        segments.append(.line(point))
    }

    /// A part of a circle, begun at the end of what stands.
    ///
    /// - Parameter degrees: From and to, 0 at the right and growing clockwise as seen.
    mutating func arc(_ center: Point, _ radius: Double, _ degrees: (from: Double, to: Double)) {
        let count = max(1, ((degrees.to - degrees.from).magnitude / 90).rounded(.up))
        let step = (degrees.to - degrees.from) / count * .pi / 180
        let reach = 4 / 3 * tan(step / 4) * radius
        for index in 0..<Int(count) {
            let from = degrees.from * .pi / 180 + Double(index) * step
            let to = from + step
            let start = Point.on(center, radius, from)
            let end = Point.on(center, radius, to)
            segments.append(
                .cubic(
                    Point(start.x - reach * sin(from), start.y + reach * cos(from)),
                    Point(end.x + reach * sin(to), end.y - reach * cos(to)),
                    end
                )
            )
        }
    }
}

extension IconShape.Point {
    /// The point of a circle at an angle in radians.
    static func on(_ center: Self, _ radius: Double, _ angle: Double) -> Self {
        Self(center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
}
