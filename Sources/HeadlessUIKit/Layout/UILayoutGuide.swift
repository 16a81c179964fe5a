#if !canImport(UIKit)
public import Foundation

/// A rectangle for layout that is not drawn.
@preconcurrency
@MainActor
open class UILayoutGuide: NSObject {
    /// What a guide of the view's own stands for.
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

    /// In the coordinates of the view that owns it.
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
#endif
