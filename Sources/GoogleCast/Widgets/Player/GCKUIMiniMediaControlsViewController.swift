import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// The bar that shows what is cast, wherever one is in the app. A touch beside its buttons opens the expanded controller.
///
/// Made by ``GCKCastContext/createMiniMediaControlsViewController()``. Its three places are empty, empty, and play and
/// pause, until the app chooses others.
@preconcurrency
@MainActor
open class GCKUIMiniMediaControlsViewController: UIViewController, GCKUIMediaButtonBarProtocol {
    /// The height of the bar, in points, without what lies below it.
    static let height: CGFloat = 64

    /// Told when there is room to make.
    open weak var delegate: (any GCKUIMiniMediaControlsViewControllerDelegate)?

    private(set) weak var context: GCKCastContext?
    private var follower: Follower?
    private var shown: MiniControllerView?
    private var showsThumbnail = true
    private lazy var bar = ButtonSlots(
        .mini,
        [.none, .none, .playPauseToggle],
        name: "GCKUIMiniMediaControlsViewController"
    ) { [weak self] in self?.touched($0) }
    var styles = GCKUIStyle.sharedInstance().styles

    /// Everything that is no button.
    let surface = UIControl(frame: .zero)
    let thumbnail = ArtworkView(.miniController)
    let titleLabel = UILabel(lines: 1)
    let subtitleLabel = UILabel(lines: 1)
    /// To which device it is cast.
    let deviceLabel = UILabel(lines: 1)
    private var labels: [UILabel] { [titleLabel, subtitleLabel, deviceLabel] }
    let progress = UIProgressView(progressViewStyle: .bar)
    let spinner = UIActivityIndicatorView(style: .medium)

    init(_ context: GCKCastContext) {
        self.context = context
        super.init(nibName: nil, bundle: nil)
        context.presenter.add(self)
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) { nil }

    // MARK: State

    /// Whether there is something to control, also what another sender plays. While there is not, keep no room for the bar.
    open var active: Bool { context?.widgets.panel.isActive ?? false }

    /// How high the bar must be, and is best, in points; with what it covers at the bottom of the screen.
    open var minHeight: CGFloat { Self.height + (viewIfLoaded?.safeAreaInsets.bottom ?? 0) }

    /// Whether a picture is shown. Default true.
    open var thumbnailEnabled: Bool {
        get { showsThumbnail }
        set {
            showsThumbnail = newValue
            follower?.refresh()
        }
    }

    func tell(shouldAppear: Bool) {
        delegate?.miniMediaControlsViewController(self, shouldAppear: shouldAppear)
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
        guard let intent = bar.types[index].button.intent else { return }
        context?.presenter.anchor = view
        follower?.send(intent)
    }

    // MARK: The view

    open override func loadView() {
        let root = LayoutView(frame: CGRect(x: 0, y: 0, width: 375, height: Self.height))
        root.layOut = { [weak self] root in self?.layOut(root) }
        root.moved = { [weak self] in self?.follower?.refresh() }
        root.clipsToBounds = true
        for view in [surface, thumbnail] + labels + [progress, spinner] { root.addSubview(view) }
        for view in [thumbnail, spinner] + labels { view.isUserInteractionEnabled = false }
        spinner.hidesWhenStopped = true
        // A screen reader finds the title, which says what a touch there does.
        surface.isAccessibilityElement = false
        titleLabel.accessibilityTraits = .button
        surface.addAction(UIAction { [weak self] _ in self?.open() }, for: .touchUpInside)
        identify([
            "mini-controller": root, "mini-controller-thumbnail": thumbnail, "mini-controller-title": titleLabel,
            "mini-controller-subtitle": subtitleLabel, "mini-controller-device": deviceLabel,
            "mini-controller-progress": progress, "mini-controller-activity": spinner,
        ])
        view = root
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        bar.changed = { [weak self] in
            self?.follower?.refresh()
            self?.view.setNeedsLayout()
        }
        thumbnail.changed = { [weak self] in self?.view.setNeedsLayout() }
        GCKUIStyle.sharedInstance().dress(self)
        follower = Follower(context) { [weak self] state, instant in self?.show(state, at: instant) }
    }

    private func open() {
        context?.presenter.anchor = view
        follower?.send(.tapMini)
    }

    private func show(_ state: CastUIState, at instant: ContinuousClock.Instant) -> Duration? {
        var state = state
        state.options = bar.options(over: state.options)
        state.options.miniShowsThumbnail = showsThumbnail
        shown = state.mini(at: instant)
        redraw()
        guard let shown, view.window != nil else { return nil }
        // The position goes on although nothing is told, and so does the time until the next item is announced.
        return shown.progress == .none && shown.upNext == nil ? nil : .seconds(1)
    }

    private func redraw() {
        let look = styles[.mini]
        view.backgroundColor = look.color(.backgroundColor)
        progress.progressTintColor = look.color(.sliderProgressColor)
        progress.trackTintColor = look.color(.sliderSecondaryProgressColor).withAlphaComponent(0.3)
        spinner.color = look.color(.iconTintColor)
        look.dress(titleLabel, .body)
        for label in [subtitleLabel, deviceLabel] { look.dress(label, .caption) }
        surface.isEnabled = shown != nil
        guard let shown, let context else {
            spinner.stopAnimating()
            return thumbnail.clear()
        }
        let localizer = context.widgets.localizer
        titleLabel.show(shown.title, localizer)
        let lines = shown.lines
        deviceLabel.show(lines.last, localizer)
        subtitleLabel.show(lines.dropLast().last, localizer)
        for label in labels { label.accessibilityHint = localizer.text(shown.hint) }
        switch shown.progress {
        case .none:
            progress.isHidden = true
            spinner.stopAnimating()
        case .share(let share):
            progress.isHidden = false
            progress.setProgress(Float(share), animated: false)
            spinner.stopAnimating()
        case .loading:
            progress.isHidden = true
            spinner.startAnimating()
        }
        if showsThumbnail {
            thumbnail.show(of: context, size: CGSize(width: 48, height: 48))
        } else {
            thumbnail.clear()
        }
        bar.show(shown.buttons, look, localizer)
        view.setNeedsLayout()
    }

    private func layOut(_ root: UIView) {
        let safe = root.bounds.inset(
            by: UIEdgeInsets(top: 0, left: root.safeAreaInsets.left, bottom: 0, right: root.safeAreaInsets.right)
        )
        surface.frame = root.bounds
        progress.frame = CGRect(x: 0, y: 0, width: root.bounds.width, height: 2)
        // From the left in every language: transport buttons are not mirrored, and lie at the end of the line.
        let places = bar.views.count { $0 != nil }
        let width = CGFloat(places) * (ColumnView.touchable + 4)
        var x = root.isRightToLeft ? safe.minX + 4 : safe.maxX - width - 4
        let frames = bar.views.map { button -> CGRect in
            guard button != nil else { return .zero }
            defer { x += ColumnView.touchable + 4 }
            return CGRect(x: x, y: 10, width: ColumnView.touchable, height: ColumnView.touchable)
        }
        bar.lay(frames, in: root)
        let hasPicture = thumbnail.image != nil || spinner.isAnimating
        let picture = CGRect(x: safe.minX + 8, y: 8, width: 48, height: 48)
        thumbnail.frame = root.mirrored(picture)
        spinner.frame = root.mirrored(picture)
        let start = hasPicture ? picture.maxX + 12 : safe.minX + 16
        let room = max(0, safe.maxX - width - 12 - start)
        let lines = fit(Self.height - 6, width: room)
        let heights = lines.map { min($0.fittingHeight(width: room), (Self.height - 6) / CGFloat(lines.count)) }
        var y = max(3, (Self.height - heights.reduce(0, +)) / 2)
        for (label, height) in zip(lines, heights) {
            label.frame = root.mirrored(CGRect(x: start, y: y, width: room, height: height))
            label.textAlignment = .natural
            y += height
        }
    }

    /// Which lines there is room for, with letters that fit.
    private func fit(_ height: CGFloat, width: CGFloat) -> [UILabel] {
        let all = labels.filter { !$0.isHidden }
        var lines = all
        // Of text as large as this, what plays and where; the rest is in the expanded controls.
        if let first = all.first, let last = all.last, all.count > 2,
            all.reduce(0, { $0 + $1.fittingHeight(width: width) }) > height
        {
            lines = [first, last]
        }
        for label in all {
            let isShown = lines.contains { $0 === label }
            label.alpha = isShown ? 1 : 0
            let most = height / CGFloat(lines.count)
            // A font that an app has chosen stays as it is, but where a person needs larger text than fits.
            guard isShown, traitCollection.preferredContentSizeCategory.isAccessibilityCategory,
                let font = label.font, font.lineHeight > most
            else { continue }
            label.font = font.withSize((font.pointSize * most / font.lineHeight).rounded(.down))
        }
        return lines
    }
}

extension GCKUIMiniMediaControlsViewController: Styled {
    func restyle() { if isViewLoaded { redraw() } }
}
