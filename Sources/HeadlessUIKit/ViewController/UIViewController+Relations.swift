#if !canImport(UIKit)
extension UIViewController {
    private func ancestor<Controller: UIViewController>(_ type: Controller.Type) -> Controller? {
        var place = parent
        while let present = place {
            if let found = present as? Controller { return found }
            place = present.parent
        }
        return nil
    }

    public var navigationController: UINavigationController? { ancestor(UINavigationController.self) }
    public var tabBarController: UITabBarController? { ancestor(UITabBarController.self) }

    /// What this controller, or one that contains it, presents.
    public var presentedViewController: UIViewController? { modalPresented ?? parent?.presentedViewController }

    /// Who presents this controller, or one that contains it.
    public var presentingViewController: UIViewController? { modalPresenter ?? parent?.presentingViewController }

    /// The presentation of this controller, or of one that contains it; asked for before, it tells how it will be.
    public var presentationController: UIPresentationController? {
        if let presentation { return presentation }
        if let parent { return parent.presentationController }
        let presentation: UIPresentationController =
            switch modalPresentationStyle {
            case .popover: UIPopoverPresentationController(presentedViewController: self, presenting: nil)
            case .automatic, .pageSheet, .formSheet:
                UISheetPresentationController(presentedViewController: self, presenting: nil)
            default: UIPresentationController(presentedViewController: self, presenting: nil)
            }
        self.presentation = presentation
        return presentation
    }

    /// Nil unless the controller is presented as a popover.
    public var popoverPresentationController: UIPopoverPresentationController? {
        presentationController as? UIPopoverPresentationController
    }

    /// Nil unless the controller is presented as a sheet.
    public var sheetPresentationController: UISheetPresentationController? {
        presentationController as? UISheetPresentationController
    }

    public var traitCollection: UITraitCollection {
        if let view = viewIfLoaded { return view.traitCollection }
        guard overrideUserInterfaceStyle != .unspecified else { return traitsFromParent }
        return UITraitCollection(traitsFrom: [
            traitsFromParent, UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle),
        ])
    }

    var traitsFromParent: UITraitCollection {
        viewIfLoaded?.superview?.traitCollection ?? parent?.traitCollection ?? .current
    }

    // MARK: Views that come and go

    /// Controllers whose view comes or goes with a view, and that nobody tells but the move itself.
    static func beginMoving(_ view: UIView, to window: UIWindow?) -> [UIViewController] {
        let isArriving = window != nil && view.window == nil
        let isLeaving = window == nil && view.window != nil
        guard isArriving || isLeaving else { return [] }
        return outermostControllers(view).filter { controller in
            if let parent = controller.parent {
                guard parent.shouldAutomaticallyForwardAppearanceMethods else { return false }
                // A parent that itself is on the way takes its children along.
                guard parent.appearance == .appeared || (isLeaving && parent.appearance != .disappeared) else {
                    if isArriving, parent.appearance == .appearing, controller.appearance == .disappeared {
                        controller.beginAppearanceTransition(true, animated: parent.isAnimatingAppearance)
                    }
                    return false
                }
            }
            guard controller.appearance == (isArriving ? .disappeared : .appeared) else { return false }
            controller.beginAppearanceTransition(isArriving, animated: false)
            return true
        }
    }

    static func endMoving(_ controllers: [UIViewController]) {
        for controller in controllers { controller.endAppearanceTransition() }
    }

    private static func outermostControllers(_ view: UIView) -> [UIViewController] {
        if let controller = view.controller { return [controller] }
        return view.subviews.flatMap { outermostControllers($0) }
    }
}
#endif
