// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

// The part of the context that controls the widgets.

extension GCKCastContext {
    /// Presents the Cast dialog, as a tap on a Cast button does.
    public func presentCastDialog() {
        requireMainThread(of: GCKCastContext.self)
        presenter.forgetAnchor()
        widgets.act(.openDialog)
    }

    /// Creates a container that shows a view controller and, while media is cast, the mini controller below it.
    #if canImport(ObjectiveC)
    @objc(createCastContainerControllerForViewController:)
    #endif
    public func createCastContainerController(
        for viewController: UIViewController
    ) -> GCKUICastContainerViewController {
        requireMainThread(of: GCKCastContext.self)
        return GCKUICastContainerViewController(self, containing: viewController)
    }

    /// Creates a mini controller for the app to place.
    public func createMiniMediaControlsViewController() -> GCKUIMiniMediaControlsViewController {
        requireMainThread(of: GCKCastContext.self)
        return GCKUIMiniMediaControlsViewController(self)
    }

    /// Presents the introduction for any Cast button on the screen, once per installation.
    @available(*, deprecated, message: "Use presentCastInstructionsViewControllerOnce(with:).")
    @discardableResult
    public func presentCastInstructionsViewControllerOnce() -> Bool {
        requireMainThread(of: GCKCastContext.self)
        return presenter.introduce(nil)
    }

    /// Presents the introduction for a Cast button, once per installation.
    ///
    /// - Returns: Whether the introduction is presented. False if it was shown before, or if the button isn't on the
    ///   screen. In the latter case it doesn't count as shown.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(presentCastInstructionsViewControllerOnceWithCastButton:)
    #endif
    public func presentCastInstructionsViewControllerOnce(with castButton: GCKUICastButton) -> Bool {
        requireMainThread(of: GCKCastContext.self)
        return presenter.introduce(castButton)
    }

    /// Allows the introduction to be shown again.
    public func clearCastInstructionsShownFlag() {
        requireMainThread(of: GCKCastContext.self)
        _ = presenter
        widgets.act(.clearIntroduction)
    }

    /// Presents the expanded controller, even if no media is loaded.
    public func presentDefaultExpandedMediaControls() {
        requireMainThread(of: GCKCastContext.self)
        presenter.forgetAnchor()
        widgets.act(.openExpanded)
    }

    /// Whether a tap on the mini controller opens the framework's expanded controller. If false, the default,
    /// `gckExpandedMediaControlsTriggered` is posted for the app to handle.
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

    /// The framework's expanded controller. The same object on each access.
    public var defaultExpandedMediaControlsViewController: GCKUIExpandedMediaControlsViewController {
        requireMainThread(of: GCKCastContext.self)
        return presenter.expanded
    }
}
