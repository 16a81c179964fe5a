// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation

/// The constraints of a view tree as linear equations.
///
/// Equations are added in order of priority. A violated inequality becomes an equation, the one with the highest
/// priority first, and the system is solved again. This is less than a simplex solver does, but it gives the same
/// result for the layouts that interfaces use: edges, centers, sizes, proportions, content hugging and compression
/// resistance.
@MainActor
struct LayoutSystem {
    typealias Expression = LinearSystem.Expression

    struct Rectangle {
        var left: Expression
        var top: Expression
        var width: Expression
        var height: Expression
    }

    struct Rule {
        /// The expression that is compared with zero by ``relation``.
        var expression: Expression
        var relation: NSLayoutConstraint.Relation
        var priority: Float
    }

    private let root: UIView
    private var rectangles: [ObjectIdentifier: Rectangle] = [:]
    private var variables = 0
    var rules: [Rule] = []
    private var fallbacks: [Expression] = []
    private var placed: [UIView] = []
    private var placedGuides: [UILayoutGuide] = []
    /// The widths of views whose height depends on their width.
    private var widths: [ObjectIdentifier: CGFloat] = [:]

    /// Solves the constraints of the tree and sets the frames of the views that they determine.
    static func solve(_ root: UIView) {
        guard needsSolving(root) else { return }
        var system = LayoutSystem(root, widths: [:])
        system.build(isFitting: false, rules: [])
        var solution = system.solution()
        // The height of wrapped text depends on its width, so a second pass uses the widths of the first.
        let widths = system.wrappingWidths(solution)
        if !widths.isEmpty {
            system = LayoutSystem(root, widths: widths)
            system.build(isFitting: false, rules: [])
            solution = system.solution()
        }
        system.assign(solution)
    }

    static func fittingSize(
        of view: UIView,
        target: CGSize,
        horizontal: UILayoutPriority,
        vertical: UILayoutPriority
    ) -> CGSize {
        var widths: [ObjectIdentifier: CGFloat] = [:]
        var size = CGSize.zero
        for _ in 0..<2 {
            var system = LayoutSystem(view, widths: widths)
            system.build(isFitting: true, rules: [])
            guard let rectangle = system.rectangles[ObjectIdentifier(view)] else { return view.sizeThatFits(target) }
            system.require(rectangle.width - Expression(constant: target.width), .equal, horizontal.rawValue)
            system.require(rectangle.height - Expression(constant: target.height), .equal, vertical.rawValue)
            let solution = system.solution()
            size = CGSize(width: solution.value(rectangle.width), height: solution.value(rectangle.height))
            widths = system.wrappingWidths(solution)
            if widths.isEmpty { break }
        }
        return size
    }

    private static func needsSolving(_ view: UIView) -> Bool {
        !view.heldConstraints.isEmpty || view.subviews.contains(where: needsSolving)
    }

    private init(_ root: UIView, widths: [ObjectIdentifier: CGFloat]) {
        self.root = root
        self.widths = widths
    }

    // MARK: Building

    private mutating func build(isFitting: Bool, rules extra: [Rule]) {
        if isFitting {
            let rectangle = Rectangle(
                left: Expression(),
                top: Expression(),
                width: makeVariable(),
                height: makeVariable()
            )
            rectangles[ObjectIdentifier(root)] = rectangle
            addContentRules(of: root, rectangle)
        } else {
            rectangles[ObjectIdentifier(root)] = Rectangle(
                left: Expression(),
                top: Expression(),
                width: Expression(constant: root.bounds.width),
                height: Expression(constant: root.bounds.height)
            )
        }
        addGuides(of: root)
        addSubviews(of: root)
        addRules(in: root)
    }

    private mutating func makeVariable() -> Expression {
        variables += 1
        return Expression(variable: variables)
    }

    private mutating func addSubviews(of view: UIView) {
        guard let outer = rectangles[ObjectIdentifier(view)] else { return }
        for subview in view.subviews {
            let rectangle: Rectangle
            if subview.translatesAutoresizingMaskIntoConstraints {
                let frame = subview.frame
                rectangle = Rectangle(
                    left: outer.left + Expression(constant: frame.minX - view.bounds.minX),
                    top: outer.top + Expression(constant: frame.minY - view.bounds.minY),
                    width: Expression(constant: frame.width),
                    height: Expression(constant: frame.height)
                )
            } else {
                rectangle = Rectangle(
                    left: makeVariable(),
                    top: makeVariable(),
                    width: makeVariable(),
                    height: makeVariable()
                )
                placed.append(subview)
                addContentRules(of: subview, rectangle)
                // An undetermined view is placed at the origin with size zero.
                fallbacks += [
                    rectangle.width, rectangle.height, rectangle.left - outer.left, rectangle.top - outer.top,
                ]
            }
            rectangles[ObjectIdentifier(subview)] = rectangle
            addGuides(of: subview)
            addSubviews(of: subview)
        }
    }

    private mutating func addGuides(of view: UIView) {
        for guide in view.layoutGuides {
            rectangles[ObjectIdentifier(guide)] = Rectangle(
                left: makeVariable(),
                top: makeVariable(),
                width: makeVariable(),
                height: makeVariable()
            )
            placedGuides.append(guide)
        }
    }

    private mutating func addContentRules(of view: UIView, _ rectangle: Rectangle) {
        var size = view.intrinsicContentSize
        if let width = widths[ObjectIdentifier(view)] {
            size.height = view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
        }
        let axes = [
            (size.width, rectangle.width, view.hugging.horizontal, view.resistance.horizontal),
            (size.height, rectangle.height, view.hugging.vertical, view.resistance.vertical),
        ]
        for (length, expression, hugging, resistance) in axes where length != UIView.noIntrinsicMetric {
            let difference = expression - Expression(constant: length)
            require(difference, .equal, min(hugging.rawValue, resistance.rawValue))
            if resistance.rawValue > hugging.rawValue {
                require(difference, .greaterThanOrEqual, resistance.rawValue)
            } else if hugging.rawValue > resistance.rawValue {
                require(difference, .lessThanOrEqual, hugging.rawValue)
            }
        }
    }

    private mutating func addRules(in view: UIView) {
        for constraint in view.heldConstraints { add(constraint) }
        for subview in view.subviews { addRules(in: subview) }
    }

    private mutating func add(_ constraint: NSLayoutConstraint) {
        guard let first = value(constraint.firstAttribute, of: constraint.firstItem) else { return }
        var second = Expression(constant: constraint.constant)
        if constraint.secondAttribute != .notAnAttribute {
            guard let other = value(constraint.secondAttribute, of: constraint.secondItem) else { return }
            second = second + other * constraint.multiplier
        }
        require(first - second, constraint.relation, constraint.priority.rawValue)
    }

    private mutating func require(_ expression: Expression, _ relation: NSLayoutConstraint.Relation, _ priority: Float)
    {
        rules.append(Rule(expression: expression, relation: relation, priority: priority))
    }

    private func rectangle(of item: AnyObject) -> Rectangle? {
        if let known = rectangles[ObjectIdentifier(item)] { return known }
        guard let guide = item as? UILayoutGuide, let view = guide.owningView,
            let outer = rectangles[ObjectIdentifier(view)]
        else { return nil }
        let insets = guide.insets
        return Rectangle(
            left: outer.left + Expression(constant: insets.left),
            top: outer.top + Expression(constant: insets.top),
            width: outer.width - Expression(constant: insets.left + insets.right),
            height: outer.height - Expression(constant: insets.top + insets.bottom)
        )
    }

    private func value(_ attribute: NSLayoutConstraint.Attribute, of item: AnyObject?) -> Expression? {
        guard let item, let rectangle = rectangle(of: item), let view = NSLayoutConstraint.view(of: item) else {
            return nil
        }
        let isReversed = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
        let right = rectangle.left + rectangle.width
        let bottom = rectangle.top + rectangle.height
        switch attribute {
        case .notAnAttribute: return nil
        case .left: return rectangle.left
        case .right: return right
        case .top: return rectangle.top
        case .bottom: return bottom
        // In a right-to-left layout, distances are measured in the opposite direction, hence the sign.
        case .leading: return isReversed ? right * -1 : rectangle.left
        case .trailing: return isReversed ? rectangle.left * -1 : right
        case .width: return rectangle.width
        case .height: return rectangle.height
        case .centerX: return rectangle.left + rectangle.width * 0.5
        case .centerY: return rectangle.top + rectangle.height * 0.5
        case .firstBaseline: return rectangle.top + Expression(constant: (item as? UILabel)?.font.ascender ?? 0)
        case .lastBaseline: return bottom + Expression(constant: (item as? UILabel)?.font.descender ?? 0)
        }
    }

    // MARK: Solving

    func solution() -> LinearSystem {
        var active = Set<Int>()
        let order = rules.indices.sorted { (-rules[$0].priority, $0) < (-rules[$1].priority, $1) }
        while true {
            var system = LinearSystem()
            for index in order where rules[index].relation == .equal || active.contains(index) {
                system.equate(rules[index].expression)
            }
            for fallback in fallbacks { system.equate(fallback) }
            let broken = order.first { index in
                guard rules[index].relation != .equal, !active.contains(index) else { return false }
                let value = system.value(rules[index].expression)
                return rules[index].relation == .lessThanOrEqual ? value > 0.01 : value < -0.01
            }
            guard let broken else { return system }
            active.insert(broken)
        }
    }

    private func wrappingWidths(_ solution: LinearSystem) -> [ObjectIdentifier: CGFloat] {
        var widths: [ObjectIdentifier: CGFloat] = [:]
        for view in placed + [root] where view.heightFollowsWidth {
            guard let rectangle = rectangles[ObjectIdentifier(view)] else { continue }
            widths[ObjectIdentifier(view)] = solution.value(rectangle.width)
        }
        return widths
    }

    private func assign(_ solution: LinearSystem) {
        func solved(_ rectangle: Rectangle) -> CGRect {
            CGRect(
                x: solution.value(rectangle.left),
                y: solution.value(rectangle.top),
                width: max(0, solution.value(rectangle.width)),
                height: max(0, solution.value(rectangle.height))
            )
        }
        for view in placed {
            guard let superview = view.superview, let rectangle = rectangles[ObjectIdentifier(view)],
                let outer = rectangles[ObjectIdentifier(superview)]
            else { continue }
            let rect = solved(rectangle)
            let frame = CGRect(
                x: (rect.minX - solution.value(outer.left) + superview.bounds.minX).onGrid,
                y: (rect.minY - solution.value(outer.top) + superview.bounds.minY).onGrid,
                width: rect.width.onGrid,
                height: rect.height.onGrid
            )
            if view.frame != frame { view.frame = frame }
        }
        for guide in placedGuides {
            guard let view = guide.owningView, let rectangle = rectangles[ObjectIdentifier(guide)],
                let outer = rectangles[ObjectIdentifier(view)]
            else { continue }
            let rect = solved(rectangle)
            guide.solvedFrame = rect.offsetBy(dx: -solution.value(outer.left), dy: -solution.value(outer.top))
        }
    }
}

extension CGFloat {
    /// The value rounded to 0.01 points, so that the order of computations does not affect the result.
    fileprivate var onGrid: CGFloat { (self * 100).rounded() / 100 }
}
#endif
