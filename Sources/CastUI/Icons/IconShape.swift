// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The outline of an icon, in a box of 24 by 24 units with y pointing down.
///
/// The shape is filled with one color, the tint color, in both light and dark mode. Fill it with the nonzero winding
/// rule, which is the default for UIKit and SVG paths: overlapping parts are filled once, and holes run in the opposite
/// direction.
public struct IconShape: Sendable, Hashable {
    /// The width and height of the box.
    public static let side = 24.0

    /// A point, in units of the box.
    public struct Point: Sendable, Hashable {
        /// The distance from the left.
        public var x: Double
        /// The distance from the top.
        public var y: Double

        /// Creates a point.
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// An element of a path.
    public enum Element: Sendable, Hashable {
        case move(Point)
        case line(Point)
        /// Two control points and the end point.
        case cubic(Point, Point, Point)
        case close

        var points: [Point] {
            switch self {
            case .move(let point), .line(let point): [point]
            case .cubic(let first, let second, let end): [first, second, end]
            case .close: []
            }
        }
    }

    /// The elements. Every subpath starts with a move and is closed.
    public let elements: [Element]

    /// The `d` attribute of an SVG path, with coordinates rounded to two decimals.
    public var pathData: String {
        var text = ""
        for element in elements {
            switch element {
            case .move: text += "M"
            case .line: text += "L"
            case .cubic: text += "C"
            case .close: text += "Z"
            }
            text += element.points.map { "\(Self.text($0.x)) \(Self.text($0.y))" }.joined(separator: " ")
        }
        return text
    }

    private static func text(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let sign = hundredths < 0 ? "-" : ""
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(sign)\(whole)" }
        return sign + "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }
}

/// A closed subpath of an icon.
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

    /// The subpath in the opposite direction.
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

    /// Whether the subpath runs clockwise on screen, computed from the polygon of its points.
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

    /// Adds a circular arc, which starts at the current end point.
    ///
    /// - Parameter degrees: The start and end angles; 0 is at the right, and angles grow clockwise on screen.
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
    /// Returns the point of a circle at an angle in radians.
    static func on(_ center: Self, _ radius: Double, _ angle: Double) -> Self {
        Self(center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
}
