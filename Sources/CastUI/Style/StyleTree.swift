/// What is set at the places of the style tree; all else is inherited. A value: it can be made at any time.
///
/// The skin decides what a value is: a ``StyleValue`` on the web, a colour or a font object of UIKit.
public struct StyleTree<Value> {
    private struct Place: Hashable {
        var node: StyleNode
        var attribute: StyleAttribute
    }

    private var values: [Place: Value] = [:]
    private let builtIn: @Sendable (StyleAttribute) -> Value?

    /// - Parameter builtIn: What holds where nothing is set, up to the root.
    public init(builtIn: @escaping @Sendable (StyleAttribute) -> Value?) {
        self.builtIn = builtIn
    }

    /// Sets an attribute at a node, for it and for what inherits from it; nil takes that back.
    public mutating func set(_ value: Value?, for attribute: StyleAttribute, at node: StyleNode) {
        values[Place(node: node, attribute: attribute)] = value
    }

    /// What is set at this very node.
    public func own(_ attribute: StyleAttribute, at node: StyleNode) -> Value? {
        values[Place(node: node, attribute: attribute)]
    }

    /// What holds at a node: its own value, the nearest one above, or the built-in one.
    public func resolved(_ attribute: StyleAttribute, at node: StyleNode) -> Value? {
        var next: StyleNode? = node
        while let node = next {
            if let value = own(attribute, at: node) { return value }
            next = node.parent
        }
        return builtIn(attribute)
    }
}

extension StyleTree: Sendable where Value: Sendable {}
