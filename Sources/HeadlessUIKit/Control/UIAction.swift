#if !canImport(UIKit)
public typealias UIActionHandler = (UIAction) -> Void

/// Something to be done, as a closure.
@preconcurrency
@MainActor
open class UIAction: UIMenuElement {
    /// A name by which an action can be found and replaced.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    open override var title: String {
        get { words }
        set { words = newValue }
    }
    open override var image: UIImage? {
        get { picture }
        set { picture = newValue }
    }
    public let identifier: UIAction.Identifier
    open var discoverabilityTitle: String?
    open var attributes: UIMenuElement.Attributes
    open var state: UIMenuElement.State
    /// What sent it, while it is done.
    open internal(set) var sender: Any?
    private let handler: UIActionHandler

    private static var unnamed = 0

    public init(
        title: String = "",
        subtitle: String? = nil,
        image: UIImage? = nil,
        identifier: UIAction.Identifier? = nil,
        discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [],
        state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) {
        Self.unnamed += 1
        self.identifier = identifier ?? Identifier("UIAction.\(Self.unnamed)")
        self.discoverabilityTitle = discoverabilityTitle
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init(title, image)
        self.subtitle = subtitle
    }

    func perform(sender: Any?) {
        self.sender = sender
        handler(self)
        self.sender = nil
    }
}
#endif
