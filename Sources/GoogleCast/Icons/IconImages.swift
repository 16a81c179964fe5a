import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The framework's icons as pictures, which take the tint of where they stand.
@MainActor
enum IconImages {
    private struct Key: Hashable {
        var elements: [IconShape.Element]
        var side: CGFloat
    }

    private static var drawn: [Key: UIImage] = [:]
    /// Numbers of seconds are the app's to choose, so shapes are many.
    private static let limit = 200

    /// - Parameter side: Width and height, in points.
    static func image(_ icon: Icon, side: CGFloat = 24) -> UIImage { image(icon.shape, side: side) }

    /// The pictures that a connecting cast button goes through.
    static func connecting(side: CGFloat = 24) -> [UIImage] {
        Icon.connectingFrames.map { image($0, side: side) }
    }

    private static func image(_ shape: IconShape, side: CGFloat) -> UIImage {
        let key = Key(elements: shape.elements, side: side)
        if let image = drawn[key] { return image }
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: side, height: side))
        let image = renderer.image { _ in
            UIColor.black.setFill()
            UIBezierPath(shape, scale: side / IconShape.side).fill()
        }.withRenderingMode(.alwaysTemplate)
        if drawn.count >= limit { drawn.removeAll() }
        drawn[key] = image
        return image
    }
}

extension UIBezierPath {
    /// - Parameter scale: Points for each unit of the shape's box.
    convenience init(_ shape: IconShape, scale: CGFloat) {
        self.init()
        func place(_ point: IconShape.Point) -> CGPoint { CGPoint(x: point.x * scale, y: point.y * scale) }
        for element in shape.elements {
            switch element {
            case .move(let point): move(to: place(point))
            case .line(let point): addLine(to: place(point))
            case .cubic(let first, let second, let end):
                addCurve(to: place(end), controlPoint1: place(first), controlPoint2: place(second))
            case .close: close()
            }
        }
    }
}
