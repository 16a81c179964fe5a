// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A bar with buttons at the bottom of a view controller.
@preconcurrency
@MainActor
open class UIToolbar: UIView {
    open var barTintColor: UIColor?
    open var isTranslucent = true
    open var standardAppearance = UIToolbarAppearance()
    open var items: [UIBarButtonItem]? { didSet { itemsDidChange() } }
    private var views: [UIView] = []

    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

    private func itemsDidChange() {
        for view in views { view.removeFromSuperview() }
        views = (items ?? []).map { item in
            item.bar = self
            let view = item.systemItem == nil || item.title != nil ? item.makeView() : UIView(frame: .zero)
            addSubview(view)
            return view
        }
        setNeedsLayout()
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 44) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        backgroundColor = standardAppearance.backgroundColor ?? barTintColor ?? .systemBackground
        let items = items ?? []
        let sizes = zip(items, views).map { item, view in
            switch item.systemItem {
            case .flexibleSpace: CGSize.zero
            case .fixedSpace: CGSize(width: item.width, height: 0)
            default: UINavigationBar.size(of: view)
            }
        }
        let flexible = items.filter { $0.systemItem == .flexibleSpace }.count
        let used = sizes.reduce(0) { $0 + $1.width }
        let free = max(0, bounds.width - 32 - used)
        var x = bounds.minX + 16
        for (index, view) in views.enumerated() {
            let isSpace = items[index].systemItem == .flexibleSpace
            let width = isSpace ? free / CGFloat(flexible) : sizes[index].width
            let height = sizes[index].height
            let frame = CGRect(x: x, y: bounds.minY + 22 - height / 2, width: width, height: height)
            view.frame =
                effectiveUserInterfaceLayoutDirection == .rightToLeft
                ? CGRect(x: bounds.maxX - frame.maxX, y: frame.minY, width: width, height: height) : frame
            x += width
        }
    }
}

extension UIToolbar: BarButtonItemContainer {
    func barButtonItemViewDidChange() { itemsDidChange() }
}

/// The appearance of a toolbar.
@preconcurrency
@MainActor
open class UIToolbarAppearance: UIBarAppearance {}

/// The appearance of a bar.
@preconcurrency
@MainActor
open class UIBarAppearance: NSObject {
    open var backgroundColor: UIColor?
    open var shadowColor: UIColor?

    open func configureWithDefaultBackground() { backgroundColor = nil }
    open func configureWithOpaqueBackground() { backgroundColor = .systemBackground }
    open func configureWithTransparentBackground() { backgroundColor = .clear }
}
#endif
