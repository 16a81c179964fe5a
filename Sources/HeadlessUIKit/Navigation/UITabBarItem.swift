#if !canImport(UIKit)
/// What a tab bar shows for a controller.
@preconcurrency
@MainActor
open class UITabBarItem: UIBarItem {
    open var selectedImage: UIImage? { didSet { bar?.update() } }
    open var badgeValue: String?
    open override var title: String? { didSet { bar?.update() } }
    open override var image: UIImage? { didSet { bar?.update() } }
    open override var isEnabled: Bool { didSet { bar?.update() } }
    open override var accessibilityIdentifier: String? { didSet { bar?.update() } }
    /// The bar that shows it.
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
}
#endif
