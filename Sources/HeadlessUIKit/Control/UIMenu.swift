#if !canImport(UIKit)
/// A menu of actions and menus.
@preconcurrency
@MainActor
open class UIMenu: UIMenuElement {
    open private(set) var children: [UIMenuElement]

    public init(title: String = "", image: UIImage? = nil, children: [UIMenuElement] = []) {
        self.children = children
        super.init(title, image)
    }
}
#endif
