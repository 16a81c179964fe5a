// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A presentation controller that shows its content in a sheet at the bottom of the window.
@preconcurrency
@MainActor
open class UISheetPresentationController: UIPresentationController {
    /// A height at which a sheet can rest.
    @MainActor
    public final class Detent: NSObject {
        /// The identifier of a detent.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            public let rawValue: String

            public init(rawValue: String) { self.rawValue = rawValue }

            public static let medium = Identifier(rawValue: "com.apple.UIKit.medium")
            public static let large = Identifier(rawValue: "com.apple.UIKit.large")
        }

        public let identifier: Identifier
        fileprivate let share: CGFloat

        fileprivate init(_ identifier: Identifier, _ share: CGFloat) {
            self.identifier = identifier
            self.share = share
            super.init()
        }

        public class func medium() -> Detent { Detent(.medium, 0.5) }
        public class func large() -> Detent { Detent(.large, 0.94) }
    }

    open var detents: [Detent] = [.large()]
    open var selectedDetentIdentifier: Detent.Identifier?
    open var prefersGrabberVisible = false
    open var preferredCornerRadius: CGFloat?
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    open var prefersEdgeAttachedInCompactHeight = false
    open var largestUndimmedDetentIdentifier: Detent.Identifier?

    open func animateChanges(_ changes: () -> Void) { changes() }

    open override var frameOfPresentedViewInContainerView: CGRect {
        let area = super.frameOfPresentedViewInContainerView
        let detent = detents.first { $0.identifier == selectedDetentIdentifier } ?? detents.first
        let height = (area.height * (detent?.share ?? 1)).rounded()
        return CGRect(x: area.minX, y: area.maxY - height, width: area.width, height: height)
    }
}
#endif
