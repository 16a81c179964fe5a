#if !canImport(UIKit)
public import Foundation

/// Something in a bar.
@preconcurrency
@MainActor
open class UIBarItem: NSObject {
    open var isEnabled = true
    open var title: String?
    open var image: UIImage?
    open var imageInsets = UIEdgeInsets.zero
    open var tag = 0
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityIdentifier: String?
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
}
#endif
