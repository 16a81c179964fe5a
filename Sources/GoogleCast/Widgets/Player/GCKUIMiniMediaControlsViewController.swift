// SPDX-License-Identifier: Apache-2.0

import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A bar that shows the current media anywhere in the app. A tap outside of its buttons opens the expanded controller.
///
/// Created with ``GCKCastContext/createMiniMediaControlsViewController()``. By default, its three button positions are
/// empty, empty, and play/pause.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIMiniMediaControlsViewController)@objcMembers
#endif
open class GCKUIMiniMediaControlsViewController: UIViewController, GCKUIMediaButtonBarProtocol {
    /// The height of the bar in points, without the safe area below it.
    static let height: CGFloat = 64

    /// The delegate that shows and hides the bar. Held weakly.
    open weak var delegate: (any GCKUIMiniMediaControlsViewControllerDelegate)?

    private(set) weak var context: GCKCastContext?
    private var follower: Follower?
    private var shown: MiniControllerView?
    private var showsThumbnail = true
    private lazy var bar = ButtonSlots(
        .mini,
        [.none, .none, .playPauseToggle],
        name: "GCKUIMiniMediaControlsViewController"
    ) { [weak self] in self?.tapped($0) }
    var styles = GCKUIStyle.sharedInstance().styles

    /// The area of the bar that isn't covered by buttons.
    let surface = PressableControl(frame: .zero)
    let thumbnail = ArtworkView(.miniController)
    let titleLabel = UILabel(lines: 1)
    let subtitleLabel = UILabel(lines: 1)
    /// Shows the name of the device.
    let deviceLabel = UILabel(lines: 1)
    private var labels: [UILabel] { [titleLabel, subtitleLabel, deviceLabel] }
    let progress = UIProgressView(progressViewStyle: .thin)
    let spinner = UIActivityIndicatorView(style: .medium)

    init(_ context: GCKCastContext) {
        self.context = context
        super.init(nibName: nil, bundle: nil)
        context.presenter.add(self)
    }

    /// Creates the controller of a storyboard, for the shared context. Returns nil before
    /// ``GCKCastContext/setSharedInstanceWith(_:)`` was called.
    public required init?(coder: NSCoder) {
        guard GCKCastContext.isSharedInstanceInitialized() else { return nil }
        let context = GCKCastContext.sharedInstance()
        self.context = context
        super.init(coder: coder)
        context.presenter.add(self)
    }

    // MARK: State

    /// Whether there is media to control, including media that another sender loaded. If false, the app should hide the
    /// bar.
    open var active: Bool { context?.widgets.panel.isActive ?? false }

    /// The minimum and recommended height of the bar in points, including the safe area at the bottom of the screen.
    open var minHeight: CGFloat { Self.height + (viewIfLoaded?.safeAreaInsets.bottom ?? 0) }

    /// Whether a thumbnail is shown. Default true.
    open var thumbnailEnabled: Bool {
        get { showsThumbnail }
        set {
            showsThumbnail = newValue
            follower?.refresh()
        }
    }

    func notify(shouldAppear: Bool) {
        delegate?.miniMediaControlsViewController(self, shouldAppear: shouldAppear)
    }

    // MARK: Buttons

    /// Returns the number of button positions: 3.
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
        guard let intent = bar.types[index].button.intent else { return }
        context?.presenter.anchor = view
        follower?.send(intent)
    }

    // MARK: View

    open override func loadView() {
        let root = LayoutView(frame: CGRect(x: 0, y: 0, width: 375, height: Self.height))
        root.layOut = { [weak self] root in self?.layOut(root) }
        root.moved = { [weak self] in self?.follower?.refresh() }
        root.clipsToBounds = true
        for view in [surface, thumbnail] + labels + [progress, spinner] { root.addSubview(view) }
        for view in [thumbnail, spinner] + labels { view.isUserInteractionEnabled = false }
        spinner.hidesWhenStopped = true
        // Screen readers use the title, whose hint describes the effect of a tap.
        surface.isAccessibilityElement = false
        titleLabel.accessibilityTraits = .button
        surface.addAction(UIAction { [weak self] _ in self?.open() }, for: .chosen)
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
        GCKUIStyle.sharedInstance().applyStyle(self)
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
        // The position and the time until the next item is announced change without events.
        return shown.progress == .none && shown.upNext == nil ? nil : .seconds(1)
    }

    private func redraw() {
        let look = styles[.mini]
        view.backgroundColor = look.color(.backgroundColor)
        progress.progressTintColor = look.color(.sliderProgressColor)
        progress.trackTintColor = look.color(.sliderSecondaryProgressColor).withAlphaComponent(0.3)
        spinner.color = look.color(.iconTintColor)
        look.applyStyle(titleLabel, .body)
        for label in [subtitleLabel, deviceLabel] { look.applyStyle(label, .caption) }
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
        // Transport buttons aren't mirrored, so they are ordered from left to right in every language. They are placed
        // at the trailing edge.
        let places = bar.views.count { $0 != nil }
        let width = CGFloat(places) * (ColumnView.touchSize + 4)
        var x = root.isRightToLeft ? safe.minX + 4 : safe.maxX - width - 4
        let frames = bar.views.map { button -> CGRect in
            guard button != nil else { return .zero }
            defer { x += ColumnView.touchSize + 4 }
            return CGRect(x: x, y: 10, width: ColumnView.touchSize, height: ColumnView.touchSize)
        }
        bar.layOut(frames, in: root)
        let hasLeadingView = thumbnail.image != nil || spinner.isAnimating
        let leadingFrame = CGRect(x: safe.minX + 8, y: 8, width: 48, height: 48)
        thumbnail.frame = root.mirrored(leadingFrame)
        spinner.frame = root.mirrored(leadingFrame)
        let start = hasLeadingView ? leadingFrame.maxX + 12 : safe.minX + 16
        let textWidth = max(0, safe.maxX - width - 12 - start)
        let lines = fit(Self.height - 6, width: textWidth)
        let heights = lines.map { min($0.fittingHeight(width: textWidth), (Self.height - 6) / CGFloat(lines.count)) }
        var y = max(3, (Self.height - heights.reduce(0, +)) / 2)
        for (label, height) in zip(lines, heights) {
            label.frame = root.mirrored(CGRect(x: start, y: y, width: textWidth, height: height))
            label.textAlignment = .natural
            y += height
        }
    }

    /// Returns the labels that fit into the height, and reduces their fonts if necessary.
    private func fit(_ height: CGFloat, width: CGFloat) -> [UILabel] {
        let all = labels.filter { !$0.isHidden }
        var lines = all
        // If the texts don't fit, only the title and the device are shown. The expanded controller shows the others.
        if let first = all.first, let last = all.last, all.count > 2,
            all.reduce(0, { $0 + $1.fittingHeight(width: width) }) > height
        {
            lines = [first, last]
        }
        for label in all {
            let isShown = lines.contains { $0 === label }
            label.alpha = isShown ? 1 : 0
            let maximumHeight = height / CGFloat(lines.count)
            // Fonts are only reduced for accessibility text sizes. Otherwise an app's font keeps its size.
            guard isShown, traitCollection.preferredContentSizeCategory.isAccessibilityCategory,
                let font = label.font, font.lineHeight > maximumHeight
            else { continue }
            label.font = font.withSize((font.pointSize * maximumHeight / font.lineHeight).rounded(.down))
        }
        return lines
    }
}

extension GCKUIMiniMediaControlsViewController: Styled {
    func restyle() { if isViewLoaded { redraw() } }
}

/// Shows and hides a mini controller.
#if canImport(ObjectiveC)
@objc(GCKUIMiniMediaControlsViewControllerDelegate)
#endif
@preconcurrency
@MainActor
public protocol GCKUIMiniMediaControlsViewControllerDelegate: NSObjectProtocol {
    /// Called when ``GCKUIMiniMediaControlsViewController/active`` changed, so that the mini controller should appear
    /// or disappear.
    func miniMediaControlsViewController(
        _ miniMediaControlsViewController: GCKUIMiniMediaControlsViewController,
        shouldAppear: Bool
    )
}
