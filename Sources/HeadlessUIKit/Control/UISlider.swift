// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A control that selects a value from a range with a thumb.
@preconcurrency
@MainActor
open class UISlider: UIControl {
    open var minimumValue: Float = 0 { didSet { value = clamped(value) } }
    open var maximumValue: Float = 1 { didSet { value = clamped(value) } }

    /// The value, clamped to ``minimumValue`` and ``maximumValue``. Setting it sends no action.
    open var value: Float {
        get { stored }
        set {
            stored = clamped(newValue)
            setNeedsDisplay()
        }
    }
    private var stored: Float = 0

    /// Whether actions are sent while the thumb moves and not only when it is released.
    open var isContinuous = true
    open var minimumValueImage: UIImage?
    open var maximumValueImage: UIImage?
    open var minimumTrackTintColor: UIColor? {
        didSet {
            let color = minimumTrackTintColor
            appearanceDidSet("minimumTrackTintColor") { (slider: UISlider) in slider.minimumTrackTintColor = color }
        }
    }
    open var maximumTrackTintColor: UIColor? {
        didSet {
            let color = maximumTrackTintColor
            appearanceDidSet("maximumTrackTintColor") { (slider: UISlider) in slider.maximumTrackTintColor = color }
        }
    }
    open var thumbTintColor: UIColor? {
        didSet {
            let color = thumbTintColor
            appearanceDidSet("thumbTintColor") { (slider: UISlider) in slider.thumbTintColor = color }
        }
    }
    private var thumbImages: [UIControl.State: UIImage] = [:]

    public override init(frame: CGRect) {
        super.init(frame: frame)
        super.accessibilityTraits = .adjustable
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        super.accessibilityTraits = .adjustable
    }

    open func setValue(_ value: Float, animated: Bool) { self.value = value }

    open func setThumbImage(_ image: UIImage?, for state: UIControl.State) { thumbImages[state] = image }
    open func thumbImage(for state: UIControl.State) -> UIImage? { thumbImages[state] ?? thumbImages[.normal] }
    open var currentThumbImage: UIImage? { thumbImage(for: state) }

    private func clamped(_ value: Float) -> Float {
        guard !value.isNaN else { return minimumValue }
        return max(minimumValue, min(value, max(minimumValue, maximumValue)))
    }

    // MARK: Geometry

    open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 34) }

    open func minimumValueImageRect(forBounds bounds: CGRect) -> CGRect { .zero }
    open func maximumValueImageRect(forBounds bounds: CGRect) -> CGRect { .zero }

    open func trackRect(forBounds bounds: CGRect) -> CGRect {
        CGRect(x: bounds.minX + 2, y: bounds.midY - 2, width: max(0, bounds.width - 4), height: 4)
    }

    open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
        let size = currentThumbImage?.size ?? CGSize(width: 28, height: 28)
        let range = maximumValue - minimumValue
        var share = range > 0 ? CGFloat((value - minimumValue) / range) : 0
        if effectiveUserInterfaceLayoutDirection == .rightToLeft { share = 1 - share }
        return CGRect(
            x: rect.minX + (rect.width - size.width) * share,
            y: bounds.midY - size.height / 2,
            width: size.width,
            height: size.height
        )
    }

    // MARK: Touches

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let thumb = thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: value)
        return thumb.insetBy(dx: -8, dy: -8).contains(touch.location(in: self))
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let before = value
        moveThumb(to: touch)
        if isContinuous, value != before { sendActions(for: .valueChanged) }
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if let touch { moveThumb(to: touch) }
        sendActions(for: .valueChanged)
    }

    private func moveThumb(to touch: UITouch) {
        let track = trackRect(forBounds: bounds)
        let thumb = thumbRect(forBounds: bounds, trackRect: track, value: value)
        let travel = track.width - thumb.width
        guard travel > 0 else { return }
        var share = (touch.location(in: self).x - track.minX - thumb.width / 2) / travel
        if effectiveUserInterfaceLayoutDirection == .rightToLeft { share = 1 - share }
        value = minimumValue + Float(share) * (maximumValue - minimumValue)
    }

    // MARK: Accessibility

    open override var accessibilityValue: String? {
        get {
            if let own = super.accessibilityValue { return own }
            let range = maximumValue - minimumValue
            return "\(Int((range > 0 ? (value - minimumValue) / range * 100 : 0).rounded()))%"
        }
        set { super.accessibilityValue = newValue }
    }

    open override func accessibilityIncrement() { step(0.1) }
    open override func accessibilityDecrement() { step(-0.1) }

    private func step(_ share: Float) {
        guard isEnabled else { return }
        value += (maximumValue - minimumValue) * share
        sendActions(for: .valueChanged)
    }
}
#endif
