// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
extension UIViewController {
    private func ancestor<Controller: UIViewController>(_ type: Controller.Type) -> Controller? {
        var current = parent
        while let candidate = current {
            if let found = candidate as? Controller { return found }
            current = candidate.parent
        }
        return nil
    }

    public var navigationController: UINavigationController? { ancestor(UINavigationController.self) }
    public var tabBarController: UITabBarController? { ancestor(UITabBarController.self) }

    /// The view controller that this view controller, or a container of it, presents.
    public var presentedViewController: UIViewController? { modalPresented ?? parent?.presentedViewController }

    /// The view controller that presents this view controller or a container of it.
    public var presentingViewController: UIViewController? { modalPresenter ?? parent?.presentingViewController }

    /// The presentation controller of this view controller or of its container.
    ///
    /// Before a presentation, it is created for the current ``modalPresentationStyle``, so that it can be configured.
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

    /// The presentation controller if the view controller is presented as a popover, otherwise `nil`.
    public var popoverPresentationController: UIPopoverPresentationController? {
        presentationController as? UIPopoverPresentationController
    }

    /// The presentation controller if the view controller is presented as a sheet, otherwise `nil`.
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

    // MARK: Moving views between windows

    /// Starts the appearance transitions that follow from moving a view to a window or out of one.
    ///
    /// Returns the view controllers whose transition ends with ``endMoving(_:)``. View controllers whose container
    /// forwards the transition are not among them.
    static func beginMoving(_ view: UIView, to window: UIWindow?) -> [UIViewController] {
        let isArriving = window != nil && view.window == nil
        let isLeaving = window == nil && view.window != nil
        guard isArriving || isLeaving else { return [] }
        return outermostControllers(view).filter { controller in
            if let parent = controller.parent {
                guard parent.shouldAutomaticallyForwardAppearanceMethods else { return false }
                // A parent that is itself in a transition forwards it to its children.
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
