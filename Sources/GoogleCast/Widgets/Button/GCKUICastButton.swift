import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// The button that shows whether something is cast, and opens the cast dialog.
///
/// Its icons take its `tintColor`. It can be made before there is a context. Where it stands, a finger finds it in at
/// least 44 points each way.
@preconcurrency
@MainActor
open class GCKUICastButton: UIButton {
    /// How long each picture of the connecting animation stands.
    static let frameDuration = Duration.milliseconds(333)

    private var inactiveIcon = IconImages.image(.castInactive)
    private var activeIcon = IconImages.image(.castActive)
    private var animationIcons = IconImages.connecting()
    private var ownLabel: String?
    private var stateLabels: [CastPhase: String] = [:]
    private weak var answerer: (any GCKUICastButtonDelegate)?
    private var opensDialog = true
    private var follower: Follower?
    private var shown: CastButtonView?
    /// Since when the waves move.
    private var animationStart: ContinuousClock.Instant?
    private var frameIndex = 0
    private var spokenLabel: String?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init(coder decoder: NSCoder) {
        // What UIKit decodes of a button is always one.
        super.init(coder: decoder)!
        setUp()
    }

    private func setUp() {
        identify(["cast-button": self])
        setImage(inactiveIcon, for: .normal)
        addAction(UIAction { [weak self] _ in self?.tapped() }, for: .touchUpInside)
        show(CastUIState())
        follower = Follower { [weak self] state, instant in self?.show(state, at: instant) }
        refresh()
    }

    // MARK: Looks

    /// Replaces the icons. Give templates: what is drawn is their shape in the button's tint.
    ///
    /// - Parameters:
    ///   - inactiveIcon: Shown without a session.
    ///   - activeIcon: Shown while a session is connected.
    ///   - animationIcons: Shown one after the other while one connects.
    open func setInactiveIcon(_ inactiveIcon: UIImage, activeIcon: UIImage, animationIcons: [UIImage]) {
        self.inactiveIcon = inactiveIcon
        self.activeIcon = activeIcon
        self.animationIcons = animationIcons
        if let shown { showIcon(shown) }
    }

    /// Names the button in one state, for screen readers.
    open func setAccessibilityLabel(_ label: String, for state: GCKCastState) {
        stateLabels[state.phase] = label
        refresh()
    }

    /// The button's name in every state, once it was set; before that, that of the present state.
    open override var accessibilityLabel: String? {
        get { ownLabel ?? spokenLabel }
        set {
            ownLabel = newValue
            refresh()
        }
    }

    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        let (across, down) = (min(0, bounds.width - ColumnView.touchable), min(0, bounds.height - ColumnView.touchable))
        return bounds.insetBy(dx: across / 2, dy: down / 2).contains(point)
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
        spokenLabel = localizer.text(view.label)
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

    /// Answers taps in the place of the framework.
    ///
    /// It cannot be set while ``triggersDefaultCastDialog`` is false; that is logged and nothing is changed.
    open weak var delegate: (any GCKUICastButtonDelegate)? {
        get { answerer }
        set {
            guard newValue == nil || opensDialog else {
                return Log(of: "GCKUICastButton").error("a delegate needs triggersDefaultCastDialog to be true")
            }
            answerer = newValue
        }
    }

    /// Whether a tap opens the framework's dialog; false leaves the touch to the app. Default true.
    ///
    /// It cannot be false while there is a ``delegate``; that is logged and nothing is changed.
    @available(*, deprecated, message: "Set a delegate.")
    open var triggersDefaultCastDialog: Bool {
        get { opensDialog }
        set {
            guard newValue || answerer == nil else {
                return Log(of: "GCKUICastButton").error("triggersDefaultCastDialog cannot be false with a delegate")
            }
            opensDialog = newValue
        }
    }

    private func options(over options: CastUIOptions) -> CastUIOptions {
        var options = options
        options.usesDefaultDialog = opensDialog
        options.appHandlesFirstTap = answerer != nil
        options.appHandlesTaps = answerer != nil
        options.buttonLabel = ownLabel
        options.buttonLabels = stateLabels
        return options
    }

    private func tapped() {
        guard follower?.context != nil else {
            return Log(of: "GCKUICastButton").error("tapped before there is a Cast context")
        }
        decide(.tapCastButton)
    }

    /// Sends a touch. The button that is touched is the one whose delegate and names count.
    func decide(_ intent: Intent) {
        guard let context = follower?.context else { return }
        context.presenter.anchor = self
        context.widgets.choose { $0 = options(over: $0) }
        context.widgets.act(intent)
    }

    /// Does what the framework does, on behalf of the delegate.
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
    /// The language and region of this machine.
    static var system: Localizer { Localizer(locale: .current, timeZone: .current) }
}
