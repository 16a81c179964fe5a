// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation

/// Presents and dismisses view controllers modally.
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
            // UIKit logs a warning in this case and does not throw; so does this module.
            logFailure(controller, source, presenter)
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
        var current: UIViewController? = source
        while let candidate = current, candidate.modalPresented == nil { current = candidate.parent }
        if let presenter = current, presenter.modalPresented != nil {
            end(presentedBy: presenter, animated: animated, completion: completion)
        } else if let presenter = source.presentingViewController {
            end(presentedBy: presenter, animated: animated, completion: completion)
        } else {
            completion?()
        }
    }

    /// Dismisses the view controller that `presenter` presents, and every view controller presented above it.
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

    /// Returns the view controller that presents on behalf of `source`.
    ///
    /// It is the outermost container of `source`. For the styles `currentContext` and `overCurrentContext`, it is the
    /// nearest one that defines a presentation context.
    private static func presenter(
        for source: UIViewController,
        _ style: UIModalPresentationStyle
    ) -> UIViewController {
        var current = source
        while let parent = current.parent {
            if style == .currentContext || style == .overCurrentContext, current.definesPresentationContext {
                return current
            }
            current = parent
        }
        return current
    }

    private static func logFailure(
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
