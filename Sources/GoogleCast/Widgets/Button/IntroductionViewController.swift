// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The introduction of the Cast button, which darkens the screen except for a circle around the button and shows a
/// text.
final class IntroductionViewController: UIViewController, Styled {
    private weak var context: GCKCastContext?
    private weak var button: GCKUICastButton?
    private var follower: Follower?
    private var shown: IntroductionView?
    var styles = GCKUIStyle.sharedInstance().styles

    let spotlight = SpotlightView(frame: .zero)
    let text = UILabel(lines: 0)
    private(set) lazy var dismissButton = UIButton { [weak self] in self?.follower?.send(.dismissIntroduction) }
    /// Covers the Cast button behind the introduction and handles taps on it.
    private(set) lazy var target = UIButton { [weak self] in self?.button?.sendTap(.tapIntroducedButton) }

    init(_ context: GCKCastContext, pointingAt button: GCKUICastButton) {
        self.context = context
        self.button = button
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .overFullScreen
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func loadView() {
        let root = LayoutView(frame: CGRect(x: 0, y: 0, width: 375, height: 667))
        root.layOut = { [weak self] root in self?.layOut(root) }
        root.accessibilityViewIsModal = true
        for view in [spotlight, text, dismissButton, target] { root.addSubview(view) }
        identify([
            "introduction": root, "introduction-spotlight": spotlight, "introduction-text": text,
            "introduction-dismiss": dismissButton, "introduction-cast-button": target,
        ])
        view = root
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        GCKUIStyle.sharedInstance().applyStyle(self)
        follower = Follower(context) { [weak self] state, _ in
            if let self, let introduction = state.introduction { self.show(introduction) }
            return nil
        }
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        UIAccessibility.post(notification: .screenChanged, argument: text)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        context?.presenter.didDisappear(self)
    }

    override func accessibilityPerformEscape() -> Bool {
        follower?.send(.dismissIntroduction)
        return true
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if !presses.haveEscape || !accessibilityPerformEscape() { super.pressesBegan(presses, with: event) }
    }

    func restyle() { if let shown { show(shown) } }

    private func show(_ introduction: IntroductionView) {
        shown = introduction
        guard let localizer = context?.widgets.localizer else { return }
        let look = styles[.instructions]
        spotlight.shade = look.color(.backgroundColor).withAlphaComponent(0.92)
        spotlight.ring = look.color(.iconTintColor)
        look.applyStyle(text, .heading)
        text.show(introduction.text, localizer)
        look.applyStyle(dismissButton)
        dismissButton.show(title: introduction.dismiss, localizer)
        target.accessibilityLabel = button?.accessibilityLabel
        view.setNeedsLayout()
    }

    /// Positions the circle around the button, also when the screen rotates.
    private func layOut(_ root: UIView) {
        spotlight.frame = root.bounds
        let frame = button.map { $0.convert($0.bounds, to: root) } ?? .zero
        let radius = max(max(frame.width, frame.height) * 0.75, ColumnView.touchSize * 0.75)
        let circle = CGRect(x: frame.midX - radius, y: frame.midY - radius, width: radius * 2, height: radius * 2)
        spotlight.circle = circle
        target.frame = circle
        let safe = root.bounds.inset(by: root.safeAreaInsets)
        let width = min(480, max(0, safe.width - 48))
        let height = text.fittingHeight(width: width)
        // The text is placed on the side of the button that has more space.
        let isAbove = circle.midY > safe.midY
        let x = safe.midX - width / 2
        let total = height + 16 + ColumnView.touchSize
        let y = isAbove ? max(safe.minY + 16, circle.minY - 24 - total) : circle.maxY + 24
        text.frame = CGRect(x: x, y: y, width: width, height: height)
        let buttonWidth = max(88, dismissButton.sizeThatFits(CGSize(width: width, height: 44)).width + 32)
        dismissButton.frame = CGRect(
            x: root.isRightToLeft ? x + width - buttonWidth : x,
            y: y + height + 16,
            width: buttonWidth,
            height: ColumnView.touchSize
        )
    }
}

/// A shade with a circular hole and a ring around it.
final class SpotlightView: UIView {
    var circle = CGRect.zero { didSet { if circle != oldValue { setNeedsDisplay() } } }
    var shade = UIColor.black { didSet { setNeedsDisplay() } }
    var ring = UIColor.white { didSet { setNeedsDisplay() } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        backgroundColor = .clear
        isUserInteractionEnabled = false
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        let path = UIBezierPath(rect: bounds)
        path.append(UIBezierPath(ovalIn: circle))
        path.usesEvenOddFillRule = true
        shade.setFill()
        path.fill()
        let outline = UIBezierPath(ovalIn: circle)
        outline.lineWidth = 3
        ring.setStroke()
        outline.stroke()
    }
}
