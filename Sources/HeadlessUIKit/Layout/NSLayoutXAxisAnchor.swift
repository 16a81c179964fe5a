#if !canImport(UIKit)
public import Foundation

/// An attribute along the x axis.
@preconcurrency
@MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// A constraint to the other anchor with the system's distance between.
    open func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor,
        multiplier: CGFloat
    ) -> NSLayoutConstraint {
        make(.equal, anchor, 1, 8 * multiplier)
    }
}
#endif
