// SPDX-License-Identifier: Apache-2.0

import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A container that shows a view controller of the app and, while media can be controlled, the mini controller below
/// it.
///
/// Created with ``GCKCastContext/createCastContainerController(for:)``. While the mini controller is hidden, it takes
/// no space. The container forwards the system's queries for the status bar, orientations, the home indicator and key
/// commands to the app's view controller.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUICastContainerViewController)@objcMembers
#endif
open class GCKUICastContainerViewController: UIViewController {
    private let content: UIViewController
    private let mini: GCKUIMiniMediaControlsViewController
    private weak var context: GCKCastContext?
    private var follower: Follower?
    private var isItemEnabled = false
    private var showsBar = false

    init(_ context: GCKCastContext, containing content: UIViewController) {
        self.context = context
        self.content = content
        mini = GCKUIMiniMediaControlsViewController(context)
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates the controller of a storyboard, for the shared context, around an empty view controller. Returns
    /// nil before
    /// ``GCKCastContext/setSharedInstanceWith(_:)`` was called.
    public required init?(coder: NSCoder) {
        guard GCKCastContext.isSharedInstanceInitialized() else { return nil }
        let context = GCKCastContext.sharedInstance()
        self.context = context
        content = UIViewController()
        mini = GCKUIMiniMediaControlsViewController(context)
        super.init(coder: coder)
    }

    /// The app's view controller.
    open var contentViewController: UIViewController? { content }

    /// The mini controller.
    open var miniMediaControlsViewController: GCKUIMiniMediaControlsViewController? { mini }

    /// Whether the mini controller is shown automatically while media is loaded. Default false.
    open var miniMediaControlsItemEnabled: Bool {
        get { isItemEnabled }
        set {
            isItemEnabled = newValue
            follower?.refresh()
        }
    }

    // MARK: View

    open override func loadView() {
        let root = LayoutView()
        root.layOut = { [weak self] root in self?.layOut(root) }
        view = root
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        for controller in [content, mini] {
            addChild(controller)
            view.addSubview(controller.view)
            controller.didMove(toParent: self)
        }
        mini.view.isHidden = true
        follower = Follower(context) { [weak self] state, instant in
            self?.show(state, at: instant)
            return nil
        }
    }

    private func show(_ state: CastUIState, at instant: ContinuousClock.Instant) {
        var state = state
        state.options.isMiniItemEnabled = isItemEnabled
        let shows = state.containerShowsMini(at: instant)
        guard shows != showsBar else { return }
        showsBar = shows
        if shows { mini.view.isHidden = false }
        view.setNeedsLayout()
        guard view.window != nil, !UIAccessibility.isReduceMotionEnabled else {
            mini.view.isHidden = !shows
            return view.layoutIfNeeded()
        }
        UIView.animate(withDuration: 0.2) {
            self.view.layoutIfNeeded()
        } completion: { _ in
            self.mini.view.isHidden = !self.showsBar
        }
    }

    private func layOut(_ root: UIView) {
        let bounds = root.bounds
        let full = GCKUIMiniMediaControlsViewController.height + root.safeAreaInsets.bottom
        let height = showsBar ? full : 0
        content.view.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - height)
        mini.view.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: showsBar ? full : 0)
    }

    // MARK: System queries

    #if !os(tvOS) && !os(visionOS)
    open override var childForStatusBarStyle: UIViewController? { content }

    open override var childForStatusBarHidden: UIViewController? { content }

    open override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        content.preferredInterfaceOrientationForPresentation
    }
    #endif

    #if !os(tvOS)
    open override var childForHomeIndicatorAutoHidden: UIViewController? { content }

    open override var childForScreenEdgesDeferringSystemGestures: UIViewController? { content }

    open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        content.supportedInterfaceOrientations
    }
    #endif

    open override var keyCommands: [UIKeyCommand]? {
        let own = super.keyCommands ?? []
        let commands = own + (content.keyCommands ?? [])
        return commands.isEmpty ? nil : commands
    }
}
