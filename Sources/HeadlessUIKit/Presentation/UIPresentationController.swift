// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// An object that manages the presentation of one view controller above another.
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

    /// Whether the presenting view controller's view is removed while the presentation is shown.
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

    /// Dismisses the presentation as if the user swiped a sheet down or tapped outside a popover.
    ///
    /// Unlike a dismissal by the program, it asks and notifies the delegate.
    package func dismissByUser() {
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

/// Methods that decide how a presentation adapts and that report when the user dismisses it.
///
/// Every method has a default implementation.
@preconcurrency
@MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    func adaptivePresentationStyle(
        for controller: UIPresentationController,
        traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        .none
    }
    public func adaptivePresentationStyle(
        for controller: UIPresentationController,
        traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle { adaptivePresentationStyle(for: controller) }
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
        true
    }
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

/// The style of a modal presentation.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case currentContext = 3
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case popover = 7
    case none = -1
    case automatic = -2
}

/// A presentation controller that shows its content in a popover next to a source view or bar button item.
@preconcurrency
@MainActor
open class UIPopoverPresentationController: UIPresentationController {
    open weak var sourceView: UIView?
    open var sourceRect = CGRect.null
    open var barButtonItem: UIBarButtonItem?
    open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    open var backgroundColor: UIColor?
    open var passthroughViews: [UIView]?

    open override var frameOfPresentedViewInContainerView: CGRect {
        let area = super.frameOfPresentedViewInContainerView
        let wanted = presentedViewController.preferredContentSize
        // Without a preferred content size, the popover covers the whole window.
        guard wanted.width > 0, wanted.height > 0 else { return area }
        let anchor: UIView? =
            sourceView ?? barButtonItem?.customView ?? sourceItem as? UIView
            ?? (sourceItem as? UIBarButtonItem)?.customView
        let inner = sourceRect == .null ? anchor?.bounds : sourceRect
        guard let anchor, let inner, anchor.window != nil else { return area }
        let source = anchor.convert(inner, to: nil)
        let (width, height) = (min(wanted.width, area.width), min(wanted.height, area.height))
        let isBelow = source.maxY + height <= area.maxY
        return CGRect(
            x: max(area.minX, min(source.midX - width / 2, area.maxX - width)),
            y: isBelow ? source.maxY : max(area.minY, source.minY - height),
            width: width,
            height: height
        )
    }
}

/// An item to which a popover can be anchored: a view or a bar button item.
@preconcurrency
@MainActor
public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}

extension UIView: UIPopoverPresentationControllerSourceItem {}
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}

/// The directions in which a popover's arrow can point.
public struct UIPopoverArrowDirection: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let up = UIPopoverArrowDirection(rawValue: 1 << 0)
    public static let down = UIPopoverArrowDirection(rawValue: 1 << 1)
    public static let left = UIPopoverArrowDirection(rawValue: 1 << 2)
    public static let right = UIPopoverArrowDirection(rawValue: 1 << 3)
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// The transition of a modal presentation. It has no effect here, because nothing is animated.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical = 0
    case flipHorizontal = 1
    case crossDissolve = 2
    case partialCurl = 3
}
#endif
