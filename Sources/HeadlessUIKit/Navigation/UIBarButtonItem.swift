// SPDX-License-Identifier: Apache-2.0

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

    open var style = Style.plain { didSet { itemDidChange() } }
    open var width: CGFloat = 0 { didSet { itemDidChange() } }
    open var customView: UIView? { didSet { if customView !== oldValue { bar?.barButtonItemViewDidChange() } } }
    open var tintColor: UIColor? { didSet { button?.tintColor = tintColor } }
    open var primaryAction: UIAction? {
        didSet {
            guard let primaryAction else { return }
            if !primaryAction.title.isEmpty { title = primaryAction.title }
            if let image = primaryAction.image { self.image = image }
        }
    }
    package private(set) var systemItem: SystemItem?
    /// The bar that shows the item.
    weak var bar: (any BarButtonItemContainer)?
    /// The button that represents the item in the bar. Nil if the item has a custom view.
    private weak var button: UIButton?

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
        button.addAction(
            UIAction { [weak self] _ in self?.primaryAction?.perform(sender: self) },
            for: .touchUpInside
        )
        if let tintColor { button.tintColor = tintColor }
        self.button = button
        configure(button)
        return button
    }

    private func configure(_ button: UIButton) {
        button.setTitle(image == nil ? title : nil, for: .normal)
        button.setImage(image, for: .normal)
        button.titleLabel?.font =
            style == .done ? .boldSystemFont(ofSize: 17) : .systemFont(ofSize: UIFont.buttonFontSize)
        button.isEnabled = isEnabled
        button.accessibilityLabel = accessibilityLabel ?? title
        button.accessibilityIdentifier = accessibilityIdentifier
    }

    override func itemDidChange() {
        if let button, customView == nil {
            let size = button.intrinsicContentSize
            configure(button)
            // The bar keeps the size of a view that has one. Without a size, the button is measured again.
            if button.intrinsicContentSize != size { button.bounds = .zero }
        }
        bar?.setNeedsLayout()
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

/// A bar that shows bar button items.
@MainActor
protocol BarButtonItemContainer: UIView {
    /// Replaces the views of the items after the custom view of one of them changed.
    func barButtonItemViewDidChange()
}
#endif
