import GoogleCast

/// An app whose navigation controller is above a mini controller, in the framework's container.
class ContainerDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    private var container: GCKUICastContainerViewController? {
        window?.rootViewController as? GCKUICastContainerViewController
    }

    func show(_ navigation: UINavigationController) {
        let container = GCKCastContext.sharedInstance().createCastContainerController(for: navigation)
        container.miniMediaControlsItemEnabled = true
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = container
        window.makeKeyAndVisible()
        self.window = window
    }

    var castControlBarsEnabled: Bool {
        get { container?.miniMediaControlsItemEnabled ?? false }
        set { container?.miniMediaControlsItemEnabled = newValue }
    }
}
