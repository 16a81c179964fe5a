#if !canImport(UIKit)
public import Foundation

/// A button in a navigation bar or toolbar, or a custom view in its place.
@preconcurrency
@MainActor
open class UIBarButtonItem: UIBarItem {
    /// The style of a bar button item.
    public enum Style: Int, Sendable {
        case plain = 0
        case done = 2
    }

    /// Items with a predefined title.
    public enum SystemItem: Int, Sendable {
        case done = 0
        case cancel = 1
        case edit = 2
        case save = 3
        case add = 4
        case flexibleSpace = 5
        case fixedSpace = 6
        case close = 24
    }

    open var style = Style.plain
    open var width: CGFloat = 0
    open var customView: UIView?
    open var tintColor: UIColor?
    open var primaryAction: UIAction? {
        didSet {
            guard let primaryAction else { return }
            if !primaryAction.title.isEmpty { title = primaryAction.title }
            if let image = primaryAction.image { self.image = image }
        }
    }
    package private(set) var systemItem: SystemItem?

    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    public convenience init(
        title: String? = nil,
        image: UIImage? = nil,
        primaryAction: UIAction? = nil
    ) {
        self.init()
        self.primaryAction = primaryAction
        if let primaryAction {
            self.title = primaryAction.title
            self.image = primaryAction.image
        }
        if let title { self.title = title }
        if let image { self.image = image }
    }

    public convenience init(systemItem: UIBarButtonItem.SystemItem, primaryAction: UIAction? = nil) {
        self.init()
        self.systemItem = systemItem
        self.primaryAction = primaryAction
        if systemItem == .done { style = .done }
        switch systemItem {
        case .done: title = "Done"
        case .cancel: title = "Cancel"
        case .edit: title = "Edit"
        case .save: title = "Save"
        case .add: title = "+"
        case .close: title = "\u{2715}"
        case .flexibleSpace, .fixedSpace: break
        }
    }

    open class func flexibleSpace() -> UIBarButtonItem {
        let item = UIBarButtonItem()
        item.systemItem = .flexibleSpace
        return item
    }

    open class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem()
        item.systemItem = .fixedSpace
        item.width = width
        return item
    }

    /// Creates the view that represents the item in a bar.
    func makeView() -> UIView {
        if let customView { return customView }
        let button = UIButton(type: .system)
        button.setTitle(image == nil ? title : nil, for: .normal)
        button.setImage(image, for: .normal)
        if style == .done { button.titleLabel?.font = .boldSystemFont(ofSize: 17) }
        button.isEnabled = isEnabled
        if let tintColor { button.tintColor = tintColor }
        button.accessibilityLabel = accessibilityLabel ?? title
        button.accessibilityIdentifier = accessibilityIdentifier
        button.addAction(
            UIAction { [weak self] _ in self?.primaryAction?.perform(sender: self) },
            for: .touchUpInside
        )
        return button
    }

    /// Performs the action of the item, as a tap of the user does.
    package func tap() {
        guard isEnabled else { return }
        if let control = customView as? UIControl {
            control.sendActions(for: .touchUpInside)
        } else {
            primaryAction?.perform(sender: self)
        }
    }
}
#endif
