// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A bar with the tabs of a tab bar controller.
@preconcurrency
@MainActor
open class UITabBar: UIView {
    open var barTintColor: UIColor? { didSet { setNeedsLayout() } }
    open var unselectedItemTintColor: UIColor? { didSet { update() } }
    open var isTranslucent = true
    open var items: [UITabBarItem]? {
        didSet {
            for item in oldValue ?? [] where item.bar === self { item.bar = nil }
            itemsDidChange()
        }
    }
    open var selectedItem: UITabBarItem? { didSet { update() } }
    private var buttons: [UIButton] = []
    /// The background color that the bar set because the app had set none.
    private var defaultBackground: UIColor?
    var select: ((Int) -> Void)?

    private func itemsDidChange() {
        for button in buttons { button.removeFromSuperview() }
        for item in items ?? [] { item.bar = self }
        buttons = (items ?? []).indices.map { index in
            let button = UIButton(type: .system)
            button.addAction(UIAction { [weak self] _ in self?.select?(index) }, for: .touchUpInside)
            addSubview(button)
            return button
        }
        update()
    }

    func update() {
        for (button, item) in zip(buttons, items ?? []) {
            let isSelected = item === selectedItem
            button.setTitle(item.title, for: .normal)
            button.setImage(isSelected ? item.selectedImage ?? item.image : item.image, for: .normal)
            button.isEnabled = item.isEnabled
            button.isSelected = isSelected
            button.tintColor = isSelected ? tintColor : unselectedItemTintColor ?? .systemGray
            button.titleLabel?.font = .systemFont(ofSize: 10)
            button.accessibilityLabel = item.accessibilityLabel ?? item.title
            button.accessibilityIdentifier = item.accessibilityIdentifier
        }
        setNeedsLayout()
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        update()
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 49) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        if backgroundColor == nil || backgroundColor === defaultBackground {
            defaultBackground = barTintColor ?? .systemBackground
            backgroundColor = defaultBackground
        }
        guard !buttons.isEmpty else { return }
        let width = bounds.width / CGFloat(buttons.count)
        let isReversed = effectiveUserInterfaceLayoutDirection == .rightToLeft
        for (index, button) in buttons.enumerated() {
            let position = isReversed ? buttons.count - 1 - index : index
            button.frame = CGRect(x: width * CGFloat(position), y: 0, width: width, height: 49)
        }
    }
}

/// The item that represents a view controller in a tab bar.
@preconcurrency
@MainActor
open class UITabBarItem: UIBarItem {
    open var selectedImage: UIImage? { didSet { itemDidChange() } }
    open var badgeValue: String?
    /// The bar that shows the item.
    weak var bar: UITabBar?

    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        self.title = title
        self.image = image
        self.tag = tag
    }

    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init(title: title, image: image, tag: 0)
        self.selectedImage = selectedImage
    }

    override func itemDidChange() { bar?.update() }
}

/// The base class of items in a bar.
@preconcurrency
@MainActor
open class UIBarItem: NSObject {
    open var isEnabled = true { didSet { itemDidChange() } }
    open var title: String? { didSet { itemDidChange() } }
    open var image: UIImage? { didSet { itemDidChange() } }
    open var imageInsets = UIEdgeInsets.zero
    open var tag = 0
    open var accessibilityLabel: String? { didSet { itemDidChange() } }
    open var accessibilityHint: String?
    open var accessibilityIdentifier: String? { didSet { itemDidChange() } }
    open var isAccessibilityElement = true
    private var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

    public nonisolated override init() { super.init() }

    open func setTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?,
        for state: UIControl.State
    ) {
        self.attributes[state] = attributes
    }

    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? { attributes[state] }

    /// Updates the bar that shows the item. Called after a property that the bar shows was set.
    func itemDidChange() {}
}
#endif
