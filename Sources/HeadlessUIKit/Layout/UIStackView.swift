#if !canImport(UIKit)
public import Foundation

/// A view that lays out its arranged subviews in a row or column.
@preconcurrency
@MainActor
open class UIStackView: UIView {
    /// The distribution of the views along the axis.
    public enum Distribution: Int, Sendable {
        case fill = 0
        case fillEqually = 1
        case fillProportionally = 2
        case equalSpacing = 3
        case equalCentering = 4
    }

    /// The alignment of the views perpendicular to the axis.
    public enum Alignment: Int, Sendable {
        case fill = 0
        case leading = 1
        case firstBaseline = 2
        case center = 3
        case trailing = 4
        case lastBaseline = 5
        public static var top: Alignment { .leading }
        public static var bottom: Alignment { .trailing }
    }

    public class var spacingUseDefault: CGFloat { .greatestFiniteMagnitude }

    open private(set) var arrangedSubviews: [UIView] = []
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsLayout() } }
    open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
    open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
    open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
    open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsLayout() } }
    open var isBaselineRelativeArrangement = false
    private var customSpacing: [ObjectIdentifier: CGFloat] = [:]

    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        view.translatesAutoresizingMaskIntoConstraints = false
        if view.superview !== self { addSubview(view) }
        arrangedSubviews.insert(view, at: min(stackIndex, arrangedSubviews.count))
        setNeedsLayout()
    }

    /// Removes a view from the arrangement. It remains a subview.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        setNeedsLayout()
    }

    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacing[ObjectIdentifier(arrangedSubview)] = spacing
        setNeedsLayout()
    }

    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacing[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    func arrangementDidChange() { setNeedsLayout() }

    func addRules(to system: inout LayoutSystem) {
        let views = arrangedSubviews.filter { !$0.isHidden }
        let container: AnyObject = isLayoutMarginsRelativeArrangement ? layoutMarginsGuide : self
        for hidden in arrangedSubviews where hidden.isHidden {
            guard let rectangle = system.rectangle(of: hidden) else { continue }
            system.require(axis == .horizontal ? rectangle.width : rectangle.height, .equal, 1000)
        }
        guard let first = views.first, let last = views.last else { return }
        let isRow = axis == .horizontal
        let start: NSLayoutConstraint.Attribute = isRow ? .leading : .top
        let end: NSLayoutConstraint.Attribute = isRow ? .trailing : .bottom
        let length: NSLayoutConstraint.Attribute = isRow ? .width : .height
        connect(&system, first, start, container, start)
        connect(&system, container, end, last, end)
        let gap = distribution == .equalSpacing || distribution == .equalCentering ? system.makeFreeVariable() : nil
        for (one, other) in zip(views, views.dropFirst()) {
            guard let end = system.value(end, of: one), let start = system.value(start, of: other) else { continue }
            let custom = customSpacing[ObjectIdentifier(one)]
            let distance = LinearSystem.Expression(constant: custom ?? spacing)
            if let gap, custom == nil {
                system.require(start - end - gap, .equal, 1000)
                system.require(gap - distance, .greaterThanOrEqual, 1000)
                system.require(gap - distance, .equal, 49)
            } else {
                system.require(start - end - distance, .equal, 1000)
            }
            if distribution == .fillEqually { connect(&system, one, length, other, length) }
        }
        for view in views { addCrossRules(to: &system, view, container) }
    }

    private func addCrossRules(to system: inout LayoutSystem, _ view: UIView, _ container: AnyObject) {
        let isRow = axis == .horizontal
        let start: NSLayoutConstraint.Attribute = isRow ? .top : .leading
        let end: NSLayoutConstraint.Attribute = isRow ? .bottom : .trailing
        let middle: NSLayoutConstraint.Attribute = isRow ? .centerY : .centerX
        switch alignment {
        case .fill:
            connect(&system, view, start, container, start)
            connect(&system, container, end, view, end)
            return
        case .leading, .firstBaseline: connect(&system, view, start, container, start)
        case .trailing, .lastBaseline: connect(&system, container, end, view, end)
        case .center: connect(&system, view, middle, container, middle)
        }
        connect(&system, view, start, container, start, .greaterThanOrEqual)
        connect(&system, container, end, view, end, .greaterThanOrEqual)
        // With low priority, the stack is as large as its largest view.
        if let inner = system.value(isRow ? .height : .width, of: view),
            let outer = system.value(isRow ? .height : .width, of: container)
        {
            system.require(outer - inner, .equal, 48)
        }
    }

    private func connect(
        _ system: inout LayoutSystem,
        _ one: AnyObject,
        _ attribute: NSLayoutConstraint.Attribute,
        _ other: AnyObject,
        _ otherAttribute: NSLayoutConstraint.Attribute,
        _ relation: NSLayoutConstraint.Relation = .equal
    ) {
        guard let first = system.value(attribute, of: one), let second = system.value(otherAttribute, of: other)
        else { return }
        system.require(first - second, relation, relation == .equal ? 1000 : 999)
    }
}
#endif
