// SPDX-License-Identifier: Apache-2.0

#if os(tvOS)
import UIKit

/// The slider of the widgets on tvOS, which has none: the remote's left and right buttons move it while it has the
/// focus.
///
/// Each press moves the value by a twentieth of the range, or by ``step``, and sends `valueChanged`.
final class FocusSlider: UIControl {
    var minimumValue: Float = 0 { didSet { setValue(value, animated: false) } }
    var maximumValue: Float = 1 { didSet { setValue(value, animated: false) } }
    /// The movement of a press; nil for a twentieth of the range.
    var step: Float?
    private var shown: Float = 0
    var minimumTrackTintColor: UIColor? { didSet { bar.progressTintColor = minimumTrackTintColor } }
    var maximumTrackTintColor: UIColor? { didSet { bar.trackTintColor = maximumTrackTintColor } }
    var thumbTintColor: UIColor? { didSet { thumb.backgroundColor = thumbTintColor ?? .white } }

    private let bar = UIProgressView(progressViewStyle: .default)
    private let thumb = UIView()

    override init(frame: CGRect) {
        super.init(frame: frame)
        isAccessibilityElement = true
        accessibilityTraits = .adjustable
        thumb.backgroundColor = .white
        addSubview(bar)
        addSubview(thumb)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// The value, limited to the range. Setting it sends nothing.
    var value: Float {
        get { shown }
        set { setValue(newValue, animated: false) }
    }

    func setValue(_ value: Float, animated: Bool) {
        shown = min(max(value, minimumValue), max(minimumValue, maximumValue))
        bar.setProgress(share, animated: animated)
        setNeedsLayout()
    }

    private var share: Float {
        let length = maximumValue - minimumValue
        return length > 0 ? (value - minimumValue) / length : 0
    }

    private func move(by steps: Float) {
        guard isEnabled else { return }
        let former = value
        setValue(value + steps * (step ?? (maximumValue - minimumValue) / 20), animated: true)
        if value != former { sendActions(for: .valueChanged) }
    }

    // MARK: - Input

    override var canBecomeFocused: Bool { isEnabled && !isHidden }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        var others: Set<UIPress> = []
        for press in presses {
            switch press.type {
            case .leftArrow: move(by: -1)
            case .rightArrow: move(by: 1)
            default: others.insert(press)
            }
        }
        if !others.isEmpty { super.pressesBegan(others, with: event) }
    }

    override func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool {
        // Left and right move the value; up and down leave the slider.
        guard context.previouslyFocusedItem === self else { return true }
        return context.focusHeading.isDisjoint(with: [.left, .right])
    }

    override func accessibilityIncrement() { move(by: 1) }

    override func accessibilityDecrement() { move(by: -1) }

    // MARK: - Appearance

    override func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {
        coordinator.addCoordinatedAnimations { [self] in
            thumb.transform = isFocused ? CGAffineTransform(scaleX: 1.5, y: 1.5) : .identity
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let side: CGFloat = 28
        thumb.bounds.size = CGSize(width: side, height: side)
        thumb.layer.cornerRadius = side / 2
        thumb.center = CGPoint(x: side / 2 + CGFloat(share) * max(0, bounds.width - side), y: bounds.midY)
        bar.frame = CGRect(x: 0, y: bounds.midY - 5, width: bounds.width, height: 10)
    }
}
#endif
