#if !canImport(UIKit)
public import Foundation

/// One presentation of a controller above another.
@preconcurrency
@MainActor
open class UIPresentationController: NSObject {
    public let presentedViewController: UIViewController
    private weak var presenter: UIViewController?
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        self.presentedViewController = presentedViewController
        presenter = presentingViewController
        super.init()
    }

    func begin(from presenter: UIViewController) { self.presenter = presenter }

    open var presentingViewController: UIViewController { presenter ?? presentedViewController }
    open var containerView: UIView? { presentedViewController.viewIfLoaded?.window }
    open var presentedView: UIView? { presentedViewController.viewIfLoaded }
    open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }
    open var adaptivePresentationStyle: UIModalPresentationStyle {
        delegate?.adaptivePresentationStyle(for: self) ?? .none
    }

    /// Whether the view of who presents goes while this one is shown.
    open var shouldRemovePresentersView: Bool {
        presentationStyle == .fullScreen || presentationStyle == .currentContext
    }

    open var frameOfPresentedViewInContainerView: CGRect {
        (presenter?.viewIfLoaded?.window ?? containerView)?.bounds ?? .zero
    }

    open func presentationTransitionWillBegin() {}
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    open func dismissalTransitionWillBegin() {}
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    open func containerViewWillLayoutSubviews() {}
    open func containerViewDidLayoutSubviews() {}

    /// What happens when a person draws a sheet down or taps beside a popover.
    package func dismissByPerson() {
        guard !presentedViewController.isModalInPresentation,
            delegate?.presentationControllerShouldDismiss(self) ?? true
        else {
            delegate?.presentationControllerDidAttemptToDismiss(self)
            return
        }
        guard let presenter else { return }
        delegate?.presentationControllerWillDismiss(self)
        Modal.end(presentedBy: presenter, animated: true, completion: nil)
        delegate?.presentationControllerDidDismiss(self)
    }
}
#endif
