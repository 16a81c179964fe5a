/// The outline of an icon in a box of 24 by 24, y downwards.
///
/// All is to be filled with one colour, the tint; light and dark differ by nothing else. What overlaps is filled once and
/// holes run the other way round: the rule is that of non-zero winding, which UIKit's and SVG's paths have by default.
public struct IconShape: Sendable, Hashable {
    /// Width and height of the box.
    public static let side = 24.0

    /// In units of the box.
    public struct Point: Sendable, Hashable {
        public var x: Double
        public var y: Double

        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    public enum Element: Sendable, Hashable {
        case move(Point)
        case line(Point)
        /// Two control points, then where it ends.
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

    /// Every subpath begins with a move and is closed.
    public let elements: [Element]

    /// The `d` attribute of an SVG path, in hundredths of the box's units.
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
