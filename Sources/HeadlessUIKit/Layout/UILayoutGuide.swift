// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A rectangle for layout that is not drawn and has no view.
@preconcurrency
@MainActor
open class UILayoutGuide: NSObject {
    /// The area that a guide represents.
    enum Kind {
        case free
        case safeArea
        case margins
    }

    open internal(set) weak var owningView: UIView?
    open var identifier = ""
    let kind: Kind
    var solvedFrame = CGRect.zero

    public override init() {
        kind = .free
        super.init()
    }

    init(of view: UIView, _ kind: Kind) {
        self.kind = kind
        super.init()
        owningView = view
    }

    /// The frame in the coordinates of the owning view.
    open var layoutFrame: CGRect {
        guard let owningView, kind != .free else { return solvedFrame }
        return owningView.bounds.inset(by: insets)
    }

    var insets: UIEdgeInsets {
        guard let owningView else { return .zero }
        switch kind {
        case .free: return .zero
        case .safeArea: return owningView.safeAreaInsets
        case .margins:
            let (margins, safe) = (owningView.layoutMargins, owningView.safeAreaInsets)
            guard owningView.insetsLayoutMarginsFromSafeArea else { return margins }
            return UIEdgeInsets(
                top: margins.top + safe.top,
                left: margins.left + safe.left,
                bottom: margins.bottom + safe.bottom,
                right: margins.right + safe.right
            )
        }
    }

    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
    open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
}

/// A factory for constraints on an attribute along the y axis.
@preconcurrency
@MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// Returns a constraint with a distance of `multiplier` times the system spacing, which is 8 points here.
    open func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor,
        multiplier: CGFloat
    ) -> NSLayoutConstraint {
        make(.equal, anchor, 1, 8 * multiplier)
    }
}

/// A factory for constraints on an attribute along the x axis.
@preconcurrency
@MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// Returns a constraint with a distance of `multiplier` times the system spacing, which is 8 points here.
    open func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor,
        multiplier: CGFloat
    ) -> NSLayoutConstraint {
        make(.equal, anchor, 1, 8 * multiplier)
    }
}
#endif
