#if !canImport(UIKit)
/// An interface that has windows.
@preconcurrency
@MainActor
open class UIWindowScene: UIScene {
    private var held: [Held] = []

    private struct Held { weak var window: UIWindow? }

    open var windows: [UIWindow] { held.compactMap(\.window) }
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    open var screen: UIScreen { .main }
    open var interfaceOrientation: UIInterfaceOrientation { .portrait }
    open var traitCollection: UITraitCollection { .current }

    func add(_ window: UIWindow) {
        held.removeAll { $0.window == nil || $0.window === window }
        held.append(Held(window: window))
    }

    func remove(_ window: UIWindow) { held.removeAll { $0.window == nil || $0.window === window } }
}
#endif
