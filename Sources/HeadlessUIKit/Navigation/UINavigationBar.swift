// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A bar with the title, the back button and the buttons of a view controller.
@preconcurrency
@MainActor
open class UINavigationBar: UIView {
    open var barTintColor: UIColor? { didSet { itemDidChange() } }
    open var isTranslucent = true
    open var prefersLargeTitles = false
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { itemDidChange() } }
    open var standardAppearance = UINavigationBarAppearance() { didSet { itemDidChange() } }
    open var scrollEdgeAppearance: UINavigationBarAppearance?
    open var compactAppearance: UINavigationBarAppearance?
    open private(set) var items: [UINavigationItem]?
    open var topItem: UINavigationItem? { items?.last }
    open var backItem: UINavigationItem? { items?.dropLast().last }
    private let titleLabel = UILabel()
    private var left: [UIView] = []
    private var right: [UIView] = []
    private var titleView: UIView?
    var goBack: (() -> Void)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(titleLabel)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addSubview(titleLabel)
    }

    open func setItems(_ items: [UINavigationItem]?, animated: Bool) {
        for item in self.items ?? [] where item.bar === self { item.bar = nil }
        self.items = items
        // The bar shows the top item, and the title of the back item in its back button.
        topItem?.bar = self
        backItem?.bar = self
        itemDidChange()
    }

    func itemDidChange() {
        for view in left + right + [titleView].compactMap({ $0 }) where view.superview === self {
            view.removeFromSuperview()
        }
        left = makeViews(topItem?.leftBarButtonItems)
        if left.isEmpty, let backItem, topItem?.hidesBackButton != true {
            let button = UIButton(type: .system)
            button.setTitle("\u{2039} " + (backItem.backButtonTitle ?? backItem.title ?? "Back"), for: .normal)
            button.addAction(UIAction { [weak self] _ in self?.goBack?() }, for: .touchUpInside)
            left = [button]
        }
        right = makeViews(topItem?.rightBarButtonItems)
        titleView = topItem?.titleView
        titleLabel.text = topItem?.title
        titleLabel.isHidden = titleView != nil
        let attributes = titleTextAttributes ?? standardAppearance.titleTextAttributes
        titleLabel.font = attributes[.font] as? UIFont ?? .boldSystemFont(ofSize: 17)
        titleLabel.textColor = attributes[.foregroundColor] as? UIColor ?? .label
        titleLabel.accessibilityTraits = .header
        backgroundColor = standardAppearance.backgroundColor ?? barTintColor ?? .systemBackground
        for view in left + right + [titleView].compactMap({ $0 }) { addSubview(view) }
        setNeedsLayout()
    }

    private func makeViews(_ items: [UIBarButtonItem]?) -> [UIView] {
        (items ?? []).map { item in
            item.bar = self
            return item.makeView()
        }
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 44) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let isReversed = effectiveUserInterfaceLayoutDirection == .rightToLeft
        var (low, high) = (bounds.minX + 16, bounds.maxX - 16)
        for (views, isLow) in [(left, !isReversed), (right, isReversed)] {
            for view in views {
                let size = Self.size(of: view)
                let x = isLow ? low : high - size.width
                view.frame = CGRect(x: x, y: bounds.maxY - 22 - size.height / 2, width: size.width, height: size.height)
                if isLow { low += size.width + 8 } else { high -= size.width + 8 }
            }
        }
        let middle = titleView ?? titleLabel
        let size = Self.size(of: middle)
        let width = min(size.width, max(0, high - low))
        let x = max(low, min(bounds.midX - width / 2, high - width))
        middle.frame = CGRect(x: x, y: bounds.maxY - 22 - size.height / 2, width: width, height: size.height)
    }

    /// Returns the size for a view in a bar: the fitting size of a view with constraints, or the current size of a
    /// view, or its intrinsic size.
    static func size(of view: UIView) -> CGSize {
        if !view.heldConstraints.isEmpty {
            return view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        }
        let size = view.intrinsicContentSize
        // A view with a size keeps it, such as a Cast button of 24 points.
        return CGSize(
            width: view.bounds.width > 0 && !(view is UILabel) ? view.bounds.width : max(0, size.width),
            height: view.bounds.height > 0 && !(view is UILabel) ? view.bounds.height : max(0, size.height)
        )
    }
}

extension UINavigationBar: BarButtonItemContainer {
    func barButtonItemViewDidChange() { itemDidChange() }
}

/// The appearance of a navigation bar.
@preconcurrency
@MainActor
open class UINavigationBarAppearance: UIBarAppearance {
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
}
#endif
