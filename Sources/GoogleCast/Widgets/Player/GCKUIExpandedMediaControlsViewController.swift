import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Everything about what plays, on the whole screen: pictures, titles, the seek bar, ads, and a bar of buttons around the
/// one in the middle that plays and pauses.
///
/// There is one, ``GCKCastContext/defaultExpandedMediaControlsViewController``. It may be shown before anything is loaded,
/// and goes by itself when nothing plays any more, and when the session ends. Its four places are the tracks, back and
/// forward by 30 seconds, and mute, until the app chooses others.
@preconcurrency
@MainActor
open class GCKUIExpandedMediaControlsViewController: UIViewController, GCKUIMediaButtonBarProtocol {
    private(set) weak var context: GCKCastContext?
    private var follower: Follower?
    private var shown: ExpandedControllerView?
    private var hidesPosition = false
    private lazy var bar = ButtonSlots(
        .expanded,
        [.closedCaptions, .rewind30Seconds, .forward30Seconds, .muteToggle],
        name: "GCKUIExpandedMediaControlsViewController"
    ) { [weak self] in self?.touched($0) }
    /// From when it comes until it goes, which is not told twice.
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

    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    /// What its parts send to, which are made before it.
    private final class Relay {
        weak var controller: GCKUIExpandedMediaControlsViewController?

        @MainActor
        func send(_ intent: Intent) { controller?.send(intent) }
    }

    /// Whether slider, times and progress are hidden for live streams. Default false.
    open var hideStreamPositionControlsForLiveContent: Bool {
        get { hidesPosition }
        set {
            hidesPosition = newValue
            follower?.refresh()
        }
    }

    // MARK: Buttons

    open func buttonCount() -> UInt { UInt(bar.types.count) }

    open func setButtonType(_ buttonType: GCKUIMediaButtonType, at index: UInt) { bar.set(buttonType, at: index) }

    open func buttonType(at index: UInt) -> GCKUIMediaButtonType { bar.type(at: index) }

    open func setCustomButton(_ customButton: UIButton?, at index: UInt) { bar.set(customButton, at: index) }

    open func customButton(at index: UInt) -> UIButton? { bar.customButton(at: index) }

    /// What stands at each place, from the left.
    var buttons: [UIButton?] { bar.views }

    private func touched(_ index: Int) {
        if let intent = bar.types[index].button.intent { send(intent) }
    }

    private func send(_ intent: Intent) {
        context?.presenter.anchor = view
        follower?.send(intent)
    }

    // MARK: The view

    open override func loadView() {
        let root = LayoutView(frame: UIScreen.main.bounds)
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
        GCKUIStyle.sharedInstance().dress(self)
        follower = Follower(context) { [weak self] state, instant in self?.show(state, at: instant) }
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        isAppearing = true
        // An app that shows it by itself has not said so to anybody.
        follower?.send(.openExpanded)
        follower?.refresh()
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        UIAccessibility.post(notification: .screenChanged, argument: parts.title)
        context?.presenter.settled(self)
    }

    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        // Said at once, so that whoever asks for it while it goes gets it anew.
        if isLeaving { hasGone() }
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isLeaving || presentingViewController == nil && parent == nil { hasGone() }
        context?.presenter.settled(self)
    }

    private func hasGone() {
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
        // While it goes away it shows what it showed.
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
