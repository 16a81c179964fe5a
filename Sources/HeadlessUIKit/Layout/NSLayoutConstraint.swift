#if !canImport(UIKit)
public import Foundation

/// A rule of layout: one attribute is, is at least, or is at most another one times a factor plus a constant.
@preconcurrency
@MainActor
open class NSLayoutConstraint: NSObject {
    /// How two attributes stand to each other.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal = 0
        case greaterThanOrEqual = 1
    }

    /// A part of a rectangle that can be set.
    public enum Attribute: Int, Sendable {
        case notAnAttribute = 0
        case left = 1
        case right = 2
        case top = 3
        case bottom = 4
        case leading = 5
        case trailing = 6
        case width = 7
        case height = 8
        case centerX = 9
        case centerY = 10
        case lastBaseline = 11
        case firstBaseline = 12
    }

    /// Along which axis something lies.
    public enum Axis: Int, Sendable {
        case horizontal = 0
        case vertical = 1
    }

    open private(set) weak var firstItem: AnyObject?
    open private(set) weak var secondItem: AnyObject?
    open private(set) var firstAttribute = Attribute.notAnAttribute
    open private(set) var secondAttribute = Attribute.notAnAttribute
    open private(set) var relation = Relation.equal
    open private(set) var multiplier: CGFloat = 1
    open var constant: CGFloat = 0 {
        didSet { if constant != oldValue { holder?.setNeedsLayout() } }
    }
    open var priority = UILayoutPriority.required {
        didSet { holder?.setNeedsLayout() }
    }
    open var identifier: String?

    /// The view at which it is kept while it is active.
    weak var holder: UIView?

    public convenience init(
        item view1: Any,
        attribute attr1: Attribute,
        relatedBy relation: Relation,
        toItem view2: Any?,
        attribute attr2: Attribute,
        multiplier: CGFloat,
        constant c: CGFloat
    ) {
        self.init()
        firstItem = view1 as AnyObject
        firstAttribute = attr1
        self.relation = relation
        secondItem = view2.map { $0 as AnyObject }
        secondAttribute = view2 == nil ? .notAnAttribute : attr2
        self.multiplier = multiplier
        constant = c
    }

    /// Whether it counts. Its views must be in one tree when it begins to.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue { activate() } else { deactivate() }
        }
    }

    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    private func activate() {
        guard let first = Self.view(of: firstItem) else { return }
        guard let place = Self.sharedAncestor(first, Self.view(of: secondItem) ?? first) else {
            preconditionFailure("a constraint cannot be activated, since its views are in no common tree: \(self)")
        }
        hold(at: place)
    }

    func hold(at view: UIView) {
        guard holder == nil else { return }
        holder = view
        view.heldConstraints.append(self)
        view.setNeedsLayout()
    }

    func deactivate() {
        holder?.heldConstraints.removeAll { $0 === self }
        holder?.setNeedsLayout()
        holder = nil
    }

    static func view(of item: AnyObject?) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }

    private static func sharedAncestor(_ one: UIView, _ other: UIView) -> UIView? {
        var place: UIView? = one
        while let present = place {
            if other.isDescendant(of: present) { return present }
            place = present.superview
        }
        return nil
    }
}
#endif
