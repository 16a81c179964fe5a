// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A button that shows the Cast state and opens the Cast dialog.
///
/// The icons are drawn in the button's `tintColor`. The button can be created before the context. Its touch target is
/// at least 44 by 44 points.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUICastButton)@objcMembers
#endif
open class GCKUICastButton: UIButton {
    /// How long each image of the connecting animation is shown.
    static let frameDuration = Duration.milliseconds(333)

    private var inactiveIcon = IconImages.image(.castInactive)
    private var activeIcon = IconImages.image(.castActive)
    private var animationIcons = IconImages.connecting()
    private var ownLabel: String?
    private var stateLabels: [CastPhase: String] = [:]
    private weak var tapDelegate: (any GCKUICastButtonDelegate)?
    private var opensDialog = true
    private var follower: Follower?
    private var shown: CastButtonView?
    /// The time at which the connecting animation started.
    private var animationStart: ContinuousClock.Instant?
    private var frameIndex = 0
    private var stateLabel: String?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init(coder decoder: NSCoder) {
        // `UIButton` never returns nil from this initializer.
        super.init(coder: decoder)!
        setUp()
    }

    private func setUp() {
        identify(["cast-button": self])
        setImage(inactiveIcon, for: .normal)
        addAction(UIAction { [weak self] _ in self?.tapped() }, for: .chosen)
        show(CastUIState())
        follower = Follower { [weak self] state, instant in self?.show(state, at: instant) }
        refresh()
    }

    // MARK: Appearance

    /// Replaces the icons. Use template images, which are drawn in the button's tint color.
    ///
    /// - Parameters:
    ///   - inactiveIcon: The icon without a session.
    ///   - activeIcon: The icon while a session is connected.
    ///   - animationIcons: The icons that are shown in sequence while a session is connecting.
    open func setInactiveIcon(_ inactiveIcon: UIImage, activeIcon: UIImage, animationIcons: [UIImage]) {
        self.inactiveIcon = inactiveIcon
        self.activeIcon = activeIcon
        self.animationIcons = animationIcons
        if let shown { showIcon(shown) }
    }

    /// Sets the accessibility label for one state.
    #if canImport(ObjectiveC)
    @objc(setAccessibilityLabel:forCastState:)
    #endif
    open func setAccessibilityLabel(_ label: String, for state: GCKCastState) {
        stateLabels[state.phase] = label
        refresh()
    }

    /// The accessibility label. A value that was set applies to every state. Otherwise it is the label of the current
    /// state.
    open override var accessibilityLabel: String? {
        get { ownLabel ?? stateLabel }
        set {
            ownLabel = newValue
            refresh()
        }
    }

    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        let insetX = min(0, bounds.width - ColumnView.touchSize)
        let insetY = min(0, bounds.height - ColumnView.touchSize)
        return bounds.insetBy(dx: insetX / 2, dy: insetY / 2).contains(point)
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { follower?.context?.presenter.add(self) }
        refresh()
    }

    private func refresh() {
        if let follower, follower.context != nil { follower.refresh() } else { show(CastUIState()) }
    }

    @discardableResult
    private func show(_ state: CastUIState, at instant: ContinuousClock.Instant? = nil) -> Duration? {
        var state = state
        state.options = options(over: state.options)
        let view = state.castButton
        let isFirst = shown == nil
        if isFirst || view.isVisible != shown?.isVisible { isHidden = !view.isVisible }
        if !view.isAnimating { animationStart = nil } else if animationStart == nil { animationStart = instant }
        let elapsed = animationStart.flatMap { start in instant.map { start.duration(to: $0) } } ?? .zero
        frameIndex = max(0, Int(elapsed / Self.frameDuration))
        let localizer = follower?.context?.widgets.localizer ?? .system
        stateLabel = localizer.text(view.label)
        accessibilityValue = view.value.map(localizer.text)
        shown = view
        showIcon(view)
        return view.isAnimating && window != nil ? Self.frameDuration : nil
    }

    private func showIcon(_ view: CastButtonView) {
        let icon: UIImage =
            switch view.icon {
            case .castActive: activeIcon
            case .castConnecting:
                animationIcons.isEmpty ? inactiveIcon : animationIcons[frameIndex % animationIcons.count]
            default: inactiveIcon
            }
        if image(for: .normal) !== icon { setImage(icon, for: .normal) }
    }

    // MARK: Taps

    /// The delegate, which handles taps instead of the framework. Held weakly.
    ///
    /// It can't be set while ``triggersDefaultCastDialog`` is false. Such a call is logged and ignored.
    open weak var delegate: (any GCKUICastButtonDelegate)? {
        get { tapDelegate }
        set {
            guard newValue == nil || opensDialog else {
                return Log(of: "GCKUICastButton").error("a delegate requires triggersDefaultCastDialog to be true")
            }
            tapDelegate = newValue
        }
    }

    /// Whether a tap opens the framework's dialog. If false, the app handles the tap. Default true.
    ///
    /// It can't be set to false while there is a ``delegate``. Such a call is logged and ignored.
    @available(*, deprecated, message: "Use a delegate.")
    open var triggersDefaultCastDialog: Bool {
        get { opensDialog }
        set {
            guard newValue || tapDelegate == nil else {
                return Log(of: "GCKUICastButton").error("triggersDefaultCastDialog can't be false with a delegate")
            }
            opensDialog = newValue
        }
    }

    private func options(over options: CastUIOptions) -> CastUIOptions {
        var options = options
        options.usesDefaultDialog = opensDialog
        options.appHandlesFirstTap = tapDelegate != nil
        options.appHandlesTaps = tapDelegate != nil
        options.buttonLabel = ownLabel
        options.buttonLabels = stateLabels
        return options
    }

    private func tapped() {
        guard follower?.context != nil else {
            return Log(of: "GCKUICastButton").error("tapped before the Cast context was created")
        }
        sendTap(.tapCastButton)
    }

    /// Sends the intent of a tap. The delegate and the labels of the tapped button apply.
    func sendTap(_ intent: Intent) {
        guard let context = follower?.context else { return }
        context.presenter.anchor = self
        context.widgets.choose { $0 = options(over: $0) }
        context.widgets.act(intent)
    }

    /// Performs the framework's default action for the delegate.
    func send(_ intent: Intent) {
        follower?.context?.presenter.anchor = self
        follower?.send(intent)
    }
}

extension GCKCastState {
    var phase: CastPhase {
        switch self {
        case .noDevicesAvailable: .noDevices
        case .notConnected: .notConnected
        case .connecting: .connecting
        case .connected: .connected
        }
    }

    init(_ phase: CastPhase) {
        self =
            switch phase {
            case .noDevices: .noDevicesAvailable
            case .notConnected: .notConnected
            case .connecting: .connecting
            case .connected: .connected
            }
    }
}

extension Localizer {
    /// The localizer for the current language and region of this machine.
    static var system: Localizer { Localizer(locale: .current, timeZone: .current) }
}

#if !canImport(ObjectiveC)
/// Handles taps on a Cast button instead of the framework.
///
/// The default implementations do the same as the framework without a delegate.
@preconcurrency
@MainActor
public protocol GCKUICastButtonDelegate: NSObjectProtocol {
    /// Called when a Cast button is tapped for the first time, before discovery has started. The app explains why it
    /// needs local network access, and then starts discovery.
    func castButtonDidTap(toPresentLocalNetworkAccessPermissionDialog castButton: GCKUICastButton)

    /// Called when the button is tapped. The app presents its own dialog and updates it when
    /// ``GCKCastContext/castState`` changes.
    ///
    /// - Parameters:
    ///   - castButton: The button.
    ///   - castState: The Cast state at the time of the tap.
    func castButtonDidTap(_ castButton: GCKUICastButton, toPresentDialogFor castState: GCKCastState)
}

extension GCKUICastButtonDelegate {
    public func castButtonDidTap(toPresentLocalNetworkAccessPermissionDialog castButton: GCKUICastButton) {
        castButton.send(.explainNetwork)
    }

    public func castButtonDidTap(_ castButton: GCKUICastButton, toPresentDialogFor castState: GCKCastState) {
        castButton.send(.openDialog)
    }
}
#endif
