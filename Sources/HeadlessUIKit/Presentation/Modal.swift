#if !canImport(UIKit)
import Foundation

/// Presents controllers above others and ends that.
@MainActor
enum Modal {
    static func present(
        _ controller: UIViewController,
        from source: UIViewController,
        animated: Bool,
        completion: (() -> Void)?
    ) {
        let presenter = presenter(for: source, controller.modalPresentationStyle)
        guard presenter.modalPresented == nil, controller.modalPresenter == nil, controller !== presenter,
            controller.parent == nil, let window = presenter.viewIfLoaded?.window
        else {
            // As UIKit does, with a line of complaint instead of an error.
            complain(controller, source, presenter)
            return
        }
        presenter.modalPresented = controller
        controller.modalPresenter = presenter
        let presentation = controller.presentationController
        presentation?.begin(from: presenter)
        controller.isBeingPresented = true
        let covers = presentation?.shouldRemovePresentersView ?? false
        controller.loadViewIfNeeded()
        if covers { presenter.beginAppearanceTransition(false, animated: animated) }
        controller.beginAppearanceTransition(true, animated: animated)
        presentation?.presentationTransitionWillBegin()
        if let view = controller.view {
            view.frame = presentation?.frameOfPresentedViewInContainerView ?? window.bounds
            window.addSubview(view)
            view.layoutIfNeeded()
        }
        controller.endAppearanceTransition()
        if covers {
            presenter.view.removeFromSuperview()
            presenter.endAppearanceTransition()
        }
        controller.isBeingPresented = false
        presentation?.presentationTransitionDidEnd(true)
        completion?()
    }

    static func dismiss(_ source: UIViewController, animated: Bool, completion: (() -> Void)?) {
        var place: UIViewController? = source
        while let present = place, present.modalPresented == nil { place = present.parent }
        if let presenter = place, presenter.modalPresented != nil {
            end(presentedBy: presenter, animated: animated, completion: completion)
        } else if let presenter = source.presentingViewController {
            end(presentedBy: presenter, animated: animated, completion: completion)
        } else {
            completion?()
        }
    }

    /// Ends what a controller presents, and what is above that.
    static func end(presentedBy presenter: UIViewController, animated: Bool, completion: (() -> Void)?) {
        guard let controller = presenter.modalPresented, !controller.isBeingDismissed else { return }
        if controller.modalPresented != nil { end(presentedBy: controller, animated: false, completion: nil) }
        let presentation = controller.presentation
        let window = controller.viewIfLoaded?.window
        let covers = presentation?.shouldRemovePresentersView ?? false
        controller.isBeingDismissed = true
        presentation?.dismissalTransitionWillBegin()
        controller.beginAppearanceTransition(false, animated: animated)
        if covers, let window, let view = presenter.view, view.window == nil {
            presenter.beginAppearanceTransition(true, animated: animated)
            view.frame = window.bounds
            if let below = controller.viewIfLoaded, below.superview === window {
                window.insertSubview(view, belowSubview: below)
            } else {
                window.addSubview(view)
            }
            view.layoutIfNeeded()
            presenter.endAppearanceTransition()
        }
        controller.viewIfLoaded?.removeFromSuperview()
        controller.endAppearanceTransition()
        controller.isBeingDismissed = false
        presenter.modalPresented = nil
        controller.modalPresenter = nil
        controller.presentation = nil
        presentation?.dismissalTransitionDidEnd(true)
        completion?()
    }

    /// The outermost container, unless the controller is to cover no more than one that says it can be covered.
    private static func presenter(
        for source: UIViewController,
        _ style: UIModalPresentationStyle
    ) -> UIViewController {
        var place = source
        while let parent = place.parent {
            if style == .currentContext || style == .overCurrentContext, place.definesPresentationContext {
                return place
            }
            place = parent
        }
        return place
    }

    private static func complain(
        _ controller: UIViewController,
        _ source: UIViewController,
        _ presenter: UIViewController
    ) {
        let reason =
            presenter.modalPresented != nil
            ? "which is already presenting" : "whose view is not in a window, or which cannot present it"
        let line = "Attempt to present \(type(of: controller)) on \(type(of: source)), \(reason)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}
#endif
