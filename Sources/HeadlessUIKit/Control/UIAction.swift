// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A closure that an action calls when it is performed.
public typealias UIActionHandler = (UIAction) -> Void

/// A menu element or control action that performs a closure.
@preconcurrency
@MainActor
open class UIAction: UIMenuElement {
    /// The identifier of an action. A control replaces an action that has the same identifier.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    open override var title: String {
        get { storedTitle }
        set { storedTitle = newValue }
    }
    open override var image: UIImage? {
        get { storedImage }
        set { storedImage = newValue }
    }
    public let identifier: UIAction.Identifier
    open var discoverabilityTitle: String?
    open var attributes: UIMenuElement.Attributes
    open var state: UIMenuElement.State
    /// The object that performs the action; `nil` outside of the handler.
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

/// The base class of actions and menus.
@preconcurrency
@MainActor
open class UIMenuElement: NSObject {
    /// The check mark of a menu element.
    public enum State: Int, Sendable {
        case off = 0
        case on = 1
        case mixed = 2
    }

    /// The attributes of a menu element.
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let disabled = Attributes(rawValue: 1 << 0)
        public static let destructive = Attributes(rawValue: 1 << 1)
        public static let hidden = Attributes(rawValue: 1 << 2)
        public static let keepsMenuPresented = Attributes(rawValue: 1 << 3)
    }

    open var title: String { storedTitle }
    open var subtitle: String?
    open var image: UIImage? { storedImage }

    var storedTitle: String
    var storedImage: UIImage?

    init(_ title: String, _ image: UIImage?) {
        storedTitle = title
        storedImage = image
        super.init()
    }
}
#endif
