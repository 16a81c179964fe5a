// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A view without a screen.
///
/// It has the tree, geometry, colors and layout of UIKit's `UIView`. ``SVGRenderer`` draws it as an SVG document.
@preconcurrency
@MainActor
open class UIView: UIResponder, @preconcurrency NSCoding, UICoordinateSpace, UITraitEnvironment, UIAppearance {
    // MARK: Geometry

    /// The center in the superview's coordinates.
    open var center: CGPoint = .zero

    /// The bounds in the view's own coordinates.
    open var bounds: CGRect = .zero {
        didSet { if bounds.size != oldValue.size { sizeDidChange(from: oldValue.size) } }
    }

    /// The transform, applied around the center.
    open var transform = CGAffineTransform.identity

    /// The frame in the superview's coordinates. With a transform, it is the bounding box of the transformed bounds.
    open var frame: CGRect {
        get {
            let size = bounds.size.applying(transform)
            let (width, height): (CGFloat, CGFloat)
            if transform.isIdentity {
                (width, height) = (size.width, size.height)
            } else {
                let around = CGRect(origin: .zero, size: bounds.size).applying(transform)
                (width, height) = (around.width, around.height)
            }
            return CGRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
        }
        set {
            center = CGPoint(x: newValue.midX, y: newValue.midY)
            let size = transform.isIdentity ? newValue.size : newValue.size.applying(transform.inverted())
            bounds = CGRect(origin: bounds.origin, size: size)
        }
    }

    // MARK: Tree

    open internal(set) var subviews: [UIView] = []
    open internal(set) weak var superview: UIView?
    weak var currentWindow: UIWindow?
    open var window: UIWindow? { currentWindow }
    open var tag = 0

    /// The view controller that manages the view.
    weak var controller: UIViewController?

    open override var next: UIResponder? { controller ?? superview }

    // MARK: Appearance

    open var isHidden = false
    open var alpha: CGFloat = 1
    open var isOpaque = true
    open var backgroundColor: UIColor? {
        didSet {
            let color = backgroundColor
            appearanceDidSet("backgroundColor") { (view: UIView) in view.backgroundColor = color }
        }
    }
    open var contentMode = ContentMode.scaleToFill
    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }
    public let layer = CALayer()
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    open var semanticContentAttribute = UISemanticContentAttribute.unspecified

    var ownTint: UIColor?
    open var tintAdjustmentMode = TintAdjustmentMode.automatic {
        didSet { if tintAdjustmentMode != oldValue { propagateTintColor() } }
    }

    /// The tint color of the view, or that of its nearest ancestor that has one. The default is `systemBlue`.
    ///
    /// Set it to `nil` to inherit it again.
    open var tintColor: UIColor! {
        get { ownTint ?? superview?.tintColor ?? .systemBlue }
        set {
            ownTint = newValue
            appearanceDidSet("tintColor") { (view: UIView) in view.tintColor = newValue }
            propagateTintColor()
        }
    }

    /// Called when the own or inherited tint color has changed.
    open func tintColorDidChange() {}

    /// The insets of the area that bars and rounded corners cover.
    open var safeAreaInsets: UIEdgeInsets { inheritedSafeArea }

    // MARK: Behavior

    open var isUserInteractionEnabled = true
    open var isMultipleTouchEnabled = false
    open var isExclusiveTouch = false

    // MARK: Layout

    open var autoresizingMask: AutoresizingMask = []
    open var autoresizesSubviews = true
    open var translatesAutoresizingMaskIntoConstraints = true
    open var insetsLayoutMarginsFromSafeArea = true
    open var preservesSuperviewLayoutMargins = false
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
        didSet { if layoutMargins != oldValue { setNeedsLayout() } }
    }
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            let isReversed = effectiveUserInterfaceLayoutDirection == .rightToLeft
            return NSDirectionalEdgeInsets(
                top: layoutMargins.top,
                leading: isReversed ? layoutMargins.right : layoutMargins.left,
                bottom: layoutMargins.bottom,
                trailing: isReversed ? layoutMargins.left : layoutMargins.right
            )
        }
        set {
            let isReversed = effectiveUserInterfaceLayoutDirection == .rightToLeft
            layoutMargins = UIEdgeInsets(
                top: newValue.top,
                left: isReversed ? newValue.trailing : newValue.leading,
                bottom: newValue.bottom,
                right: isReversed ? newValue.leading : newValue.trailing
            )
        }
    }
    var needsLayout = true
    var heldConstraints: [NSLayoutConstraint] = []
    open internal(set) var layoutGuides: [UILayoutGuide] = []
    var hugging = (horizontal: UILayoutPriority.defaultLow, vertical: UILayoutPriority.defaultLow)
    var resistance = (horizontal: UILayoutPriority.defaultHigh, vertical: UILayoutPriority.defaultHigh)
    private(set) lazy var safeAreaGuide = UILayoutGuide(of: self, .safeArea)
    private(set) lazy var marginsGuide = UILayoutGuide(of: self, .margins)

    /// Whether this object is the appearance proxy of its class, see ``appearance()``.
    var isAppearanceProxy = false
    /// The properties that were set on this view itself. Appearance settings do not override them.
    var ownAppearance: Set<String> = []

    open private(set) var gestureRecognizers: [UIGestureRecognizer]?
    open private(set) var interactions: [any UIInteraction] = []

    // MARK: Creating

    public init(frame: CGRect) {
        super.init()
        self.frame = frame
    }

    public required init?(coder: NSCoder) {
        super.init()
        isAppearanceProxy = coder is AppearanceCoder
    }

    /// Creates a view of size zero. Makes `UIView()` compile as on iOS.
    public convenience init(_: Void = ()) { self.init(frame: .zero) }

    /// Does nothing, because interface files are not supported.
    open func encode(with coder: NSCoder) {}

    open func awakeFromNib() {}

    // MARK: Overridable methods

    open func layoutSubviews() {}
    open func draw(_ rect: CGRect) {}
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}
    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    open func safeAreaInsetsDidChange() {}
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    open func updateConstraints() {}
    open func setNeedsUpdateConstraints() { setNeedsLayout() }
    open func updateConstraintsIfNeeded() {}

    /// The natural size of the content; ``noIntrinsicMetric`` for a dimension without one.
    open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }

    /// Returns the size that fits best into the given size.
    open func sizeThatFits(_ size: CGSize) -> CGSize {
        let intrinsic = intrinsicContentSize
        return CGSize(
            width: intrinsic.width == Self.noIntrinsicMetric ? bounds.width : intrinsic.width,
            height: intrinsic.height == Self.noIntrinsicMetric ? bounds.height : intrinsic.height
        )
    }

    /// Whether the height depends on the width, as with wrapped text.
    var heightFollowsWidth: Bool { false }

    open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }

    open func invalidateIntrinsicContentSize() {
        setNeedsLayout()
        superview?.setNeedsLayout()
    }

    public class var noIntrinsicMetric: CGFloat { -1 }

    open class var requiresConstraintBasedLayout: Bool { false }
    open class var layerClass: AnyClass { CALayer.self }

    // MARK: Touches

    /// Returns the frontmost view at a point that accepts touches.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha > 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        for subview in subviews.reversed() {
            if let hit = subview.hitTest(convert(point, to: subview), with: event) { return hit }
        }
        return self
    }

    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
        gestureRecognizer.attach(to: self)
    }

    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.attach(to: nil)
    }

    open func addInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: self)
        interactions.append(interaction)
        interaction.didMove(to: self)
    }

    open func removeInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: nil)
        interactions.removeAll { $0 === interaction }
        interaction.didMove(to: nil)
    }

    /// Does nothing, because each rendering draws all views.
    open func setNeedsDisplay() {}
    open func setNeedsDisplay(_ rect: CGRect) {}
}

/// An object with its own coordinate system.
@preconcurrency
@MainActor
public protocol UICoordinateSpace: NSObjectProtocol {
    var bounds: CGRect { get }
}

/// An interaction that can be added to a view.
@preconcurrency
@MainActor
public protocol UIInteraction: NSObjectProtocol {
    var view: UIView? { get }
    func willMove(to view: UIView?)
    func didMove(to view: UIView?)
}
#endif
