import CastUI
import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

// What an app asks of the widgets.

extension GCKCastContext {
    /// Shows the cast dialog, as a tap on a cast button does.
    public func presentCastDialog() {
        requireMainThread(of: GCKCastContext.self)
        presenter.forgetAnchor()
        widgets.act(.openDialog)
    }

    /// A controller that shows another one, and below it the mini controller while media is cast.
    public func createCastContainerController(
        for viewController: UIViewController
    ) -> GCKUICastContainerViewController {
        requireMainThread(of: GCKCastContext.self)
        return GCKUICastContainerViewController(self, containing: viewController)
    }

    /// A bar for a place of the app's own choice.
    public func createMiniMediaControlsViewController() -> GCKUIMiniMediaControlsViewController {
        requireMainThread(of: GCKCastContext.self)
        return GCKUIMiniMediaControlsViewController(self)
    }

    /// Draws attention to any cast button that is on the screen, once for each installation.
    @available(*, deprecated, message: "Name the button: presentCastInstructionsViewControllerOnce(with:).")
    @discardableResult
    public func presentCastInstructionsViewControllerOnce() -> Bool {
        requireMainThread(of: GCKCastContext.self)
        return presenter.introduce(nil)
    }

    /// Draws attention to a cast button, once for each installation.
    ///
    /// - Returns: Whether it is shown now. False when it was shown before, or the button is not on the screen; the latter
    ///   does not count as shown.
    @discardableResult
    public func presentCastInstructionsViewControllerOnce(with castButton: GCKUICastButton) -> Bool {
        requireMainThread(of: GCKCastContext.self)
        return presenter.introduce(castButton)
    }

    /// Lets the introduction be shown once more.
    public func clearCastInstructionsShownFlag() {
        requireMainThread(of: GCKCastContext.self)
        _ = presenter
        widgets.act(.clearIntroduction)
    }

    /// Shows the expanded controller, also before anything is loaded.
    public func presentDefaultExpandedMediaControls() {
        requireMainThread(of: GCKCastContext.self)
        presenter.forgetAnchor()
        widgets.act(.openExpanded)
    }

    /// Whether a tap on the mini controller opens the framework's expanded controller; otherwise
    /// `gckExpandedMediaControlsTriggered` is posted and the app does what it likes. Default false.
    public var useDefaultExpandedMediaControls: Bool {
        get {
            requireMainThread(of: GCKCastContext.self)
            return widgets.state.options.usesDefaultExpandedControls
        }
        set {
            requireMainThread(of: GCKCastContext.self)
            widgets.choose { $0.usesDefaultExpandedControls = newValue }
        }
    }

    /// The framework's expanded controller, the same object each time.
    public var defaultExpandedMediaControlsViewController: GCKUIExpandedMediaControlsViewController {
        requireMainThread(of: GCKCastContext.self)
        return presenter.expanded
    }
}
