#if !canImport(UIKit)
public import Foundation

/// The bar with the tabs.
@preconcurrency
@MainActor
open class UITabBar: UIView {
    open var barTintColor: UIColor?
    open var unselectedItemTintColor: UIColor?
    open var isTranslucent = true
    open var items: [UITabBarItem]? { didSet { itemsDidChange() } }
    open var selectedItem: UITabBarItem? { didSet { update() } }
    private var buttons: [UIButton] = []
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
        backgroundColor = backgroundColor ?? barTintColor ?? .systemBackground
        guard !buttons.isEmpty else { return }
        let width = bounds.width / CGFloat(buttons.count)
        let isReversed = effectiveUserInterfaceLayoutDirection == .rightToLeft
        for (index, button) in buttons.enumerated() {
            let place = isReversed ? buttons.count - 1 - index : index
            button.frame = CGRect(x: width * CGFloat(place), y: 0, width: width, height: 49)
        }
    }
}
#endif
