// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Renders the framework's icons as template images, which take the tint color of their view.
@MainActor
enum IconImages {
    private struct Key: Hashable {
        var elements: [IconShape.Element]
        var side: CGFloat
    }

    private static var drawn: [Key: UIImage] = [:]
    /// The maximum number of cached images. Apps choose the skip intervals, so the number of shapes is unbounded.
    private static let limit = 200

    /// Returns the image of an icon.
    ///
    /// - Parameter side: The width and height in points.
    static func image(_ icon: Icon, side: CGFloat = 24) -> UIImage { image(icon.shape, side: side) }

    /// Returns the animation frames of a Cast button that is connecting.
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
    /// Creates a path from the shape of an icon.
    ///
    /// - Parameter scale: Points per unit of the shape's box.
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
