#if !canImport(UIKit)
package import Foundation

/// What was drawn, as values.
package struct Sketch: Hashable, Sendable {
    package struct Shape: Hashable, Sendable {
        package var steps: [UIBezierPath.Step]
        package var isEvenOdd = false
    }

    package struct Line: Hashable, Sendable {
        package var width: CGFloat
        package var cap: CGLineCap
        package var join: CGLineJoin
    }

    package enum Mark: Hashable, Sendable {
        case fill(Shape, UIColor.Components)
        case stroke(Shape, Line, UIColor.Components)
        case image(UIImage, CGRect)
        case text(String, UIFont, UIColor.Components, baseline: CGPoint)
    }

    /// A mark and the shapes outside which it is not seen.
    package struct Entry: Hashable, Sendable {
        package var mark: Mark
        package var clips: [Shape]
    }

    package var entries: [Entry] = []

    package var isEmpty: Bool { entries.isEmpty }
}
#endif
