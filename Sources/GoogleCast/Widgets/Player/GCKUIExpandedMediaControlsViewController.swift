// SPDX-License-Identifier: Apache-2.0

import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A full-screen controller for the current media. It shows artwork, titles, a seek bar and ads, and a button bar
/// around a central play/pause button.
///
/// The framework has one instance, ``GCKCastContext/defaultExpandedMediaControlsViewController``. It can be presented
/// before media is loaded. It is dismissed automatically when no media is active any more, and when the session ends.
/// By default, its four button positions contain track selection, 30 seconds backward, 30 seconds forward, and mute.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIExpandedMediaControlsViewController)@objcMembers
#endif
open class GCKUIExpandedMediaControlsViewController: UIViewController, GCKUIMediaButtonBarProtocol {
    private(set) weak var context: GCKCastContext?
    private var follower: Follower?
    private var shown: ExpandedControllerView?
    private var hidesPosition = false
    private lazy var bar = ButtonSlots(
        .expanded,
        [.closedCaptions, .rewind30Seconds, .forward30Seconds, .muteToggle],
        name: "GCKUIExpandedMediaControlsViewController"
    ) { [weak self] in self?.tapped($0) }
    /// True from `viewWillAppear` until the controller disappears, so that both are reported only once.
    private(set) var isAppearing = false
    let parts: ExpandedParts
    var styles = GCKUIStyle.sharedInstance().styles

    init(_ context: GCKCastContext?) {
        self.context = context
        let relay = Relay()
        parts = ExpandedParts { relay.send($0) }
        super.init(nibName: nil, bundle: nil)
        relay.controller = self
        modalPresentationStyle = .fullScreen
    }

    /// Creates the controller of a storyboard, for the shared context. Returns nil before
    /// ``GCKCastContext/setSharedInstanceWith(_:)`` was called.
    public required init?(coder: NSCoder) {
        guard GCKCastContext.isSharedInstanceInitialized() else { return nil }
        let context = GCKCastContext.sharedInstance()
        self.context = context
        let relay = Relay()
        parts = ExpandedParts { relay.send($0) }
        super.init(coder: coder)
        relay.controller = self
    }

    /// Forwards intents from the parts, which are created before the controller.
    private final class Relay {
        weak var controller: GCKUIExpandedMediaControlsViewController?

        @MainActor
        func send(_ intent: Intent) { controller?.send(intent) }
    }

    /// Whether the slider, the times and the progress are hidden for live streams. Default false.
    open var hideStreamPositionControlsForLiveContent: Bool {
        get { hidesPosition }
        set {
            hidesPosition = newValue
            follower?.refresh()
        }
    }

    // MARK: Buttons

    /// Returns the number of button positions: 4.
    open func buttonCount() -> UInt { UInt(bar.types.count) }

    /// Sets the button type of a position. An index that is out of range is ignored and logged.
    open func setButtonType(_ buttonType: GCKUIMediaButtonType, at index: UInt) { bar.set(buttonType, at: index) }

    /// Returns the button type of a position, or ``GCKUIMediaButtonType/none`` if the index is out of range.
    open func buttonType(at index: UInt) -> GCKUIMediaButtonType { bar.type(at: index) }

    /// Sets the button of a position with the type ``GCKUIMediaButtonType/custom``. Nil leaves the position empty.
    open func setCustomButton(_ customButton: UIButton?, at index: UInt) { bar.set(customButton, at: index) }

    /// Returns the custom button of a position. Nil if it has none, or if the index is out of range.
    open func customButton(at index: UInt) -> UIButton? { bar.customButton(at: index) }

    /// The current button of each position, from left to right.
    var buttons: [UIButton?] { bar.views }

    private func tapped(_ index: Int) {
        if let intent = bar.types[index].button.intent { send(intent) }
    }

    private func send(_ intent: Intent) {
        context?.presenter.anchor = view
        follower?.send(intent)
    }

    // MARK: View

    open override func loadView() {
        let root = LayoutView()
        root.layOut = { [weak self] root in
            guard let self else { return }
            self.parts.layOut(root, self.bar)
        }
        root.moved = { [weak self] in self?.follower?.refresh() }
        identify(["expanded-controller": root])
        parts.add(to: root)
        view = root
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        bar.changed = { [weak self] in
            self?.follower?.refresh()
            self?.view.setNeedsLayout()
        }
        GCKUIStyle.sharedInstance().applyStyle(self)
        follower = Follower(context) { [weak self] state, instant in self?.show(state, at: instant) }
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        isAppearing = true
        // An app that presents the controller itself hasn't updated the state yet.
        follower?.send(.openExpanded)
        follower?.refresh()
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        UIAccessibility.post(notification: .screenChanged, argument: parts.title)
        context?.presenter.transitionEnded(self)
    }

    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        // Reported immediately, so that a request to open the controller during its dismissal presents it again.
        if isLeaving { reportDisappearance() }
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isLeaving || presentingViewController == nil && parent == nil { reportDisappearance() }
        context?.presenter.transitionEnded(self)
    }

    private func reportDisappearance() {
        guard isAppearing else { return }
        isAppearing = false
        follower?.send(.collapse)
    }

    open override func accessibilityPerformEscape() -> Bool {
        follower?.send(.collapse)
        return true
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if !presses.haveEscape || !accessibilityPerformEscape() { super.pressesBegan(presses, with: event) }
    }

    private func show(_ state: CastUIState, at instant: ContinuousClock.Instant) -> Duration? {
        var state = state
        state.options = bar.options(over: state.options)
        state.options.hidesPositionForLive = hidesPosition
        // While the controller is being dismissed, it keeps showing its last content.
        guard let expanded = state.expanded(at: instant) else { return nil }
        shown = expanded
        redraw()
        return view.window == nil ? nil : .seconds(1)
    }

    private func redraw() {
        let look = styles[.expanded]
        view.backgroundColor = look.color(.backgroundColor)
        guard let shown, let context else { return }
        let localizer = context.widgets.localizer
        parts.show(shown, of: context, look, localizer)
        bar.show(shown.buttons, look, localizer)
        view.setNeedsLayout()
    }
}

extension GCKUIExpandedMediaControlsViewController: Styled {
    func restyle() { if isViewLoaded { redraw() } }
}
