#if !canImport(UIKit)
public import Foundation

/// An attribute along the y axis.
@preconcurrency
@MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// A constraint to the other anchor with the system's distance between.
    open func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor,
        multiplier: CGFloat
    ) -> NSLayoutConstraint {
        make(.equal, anchor, 1, 8 * multiplier)
    }
}
#endif
