import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// What a text is, as the style tree distinguishes.
enum TextRole {
    case button, body, heading, caption

    private typealias Attributes = (
        font: StyleAttribute, color: StyleAttribute, shadow: StyleAttribute, offset: StyleAttribute
    )

    private var attributes: Attributes {
        switch self {
        case .button: (.buttonTextFont, .buttonTextColor, .buttonTextShadowColor, .buttonTextShadowOffset)
        case .body: (.bodyTextFont, .bodyTextColor, .bodyTextShadowColor, .bodyTextShadowOffset)
        case .heading: (.headingTextFont, .headingTextColor, .headingTextShadowColor, .headingTextShadowOffset)
        case .caption: (.captionTextFont, .captionTextColor, .captionTextShadowColor, .captionTextShadowOffset)
        }
    }

    @MainActor
    fileprivate func dress(_ label: UILabel, _ look: Look) {
        let attributes = attributes
        label.font = look.font(attributes.font)
        label.textColor = look.color(attributes.color)
        label.shadowColor = look.color(attributes.shadow)
        label.shadowOffset = look.offset(attributes.offset)
    }
}

extension Look {
    func dress(_ label: UILabel, _ role: TextRole) { role.dress(label, self) }

    /// A button that is text.
    func dress(_ button: UIButton) {
        if let label = button.titleLabel { TextRole.button.dress(label, self) }
        button.setTitleColor(color(.buttonTextColor), for: .normal)
        button.setTitleColor(color(.captionTextColor).withAlphaComponent(0.5), for: .disabled)
        button.setTitleShadowColor(color(.buttonTextShadowColor), for: .normal)
        button.tintColor = color(.iconTintColor)
    }

    func dress(volume slider: UISlider) {
        slider.thumbTintColor = color(.volumeSliderThumbTintColor)
        slider.minimumTrackTintColor = color(.volumeSliderMinimumTrackTintColor)
        slider.maximumTrackTintColor = color(.volumeSliderMaximumTrackTintColor)
    }
}

extension UILabel {
    /// - Parameter lines: How many at most; 0 is as many as it takes.
    convenience init(lines: Int) {
        self.init(frame: .zero)
        numberOfLines = lines
        lineBreakMode = .byTruncatingTail
    }

    /// Shows a text, or nothing and takes no room.
    func show(_ label: CastUI.Label?, _ localizer: Localizer) {
        let text = label.map(localizer.text)
        if self.text != text {
            self.text = text
            superview?.setNeedsLayout()
        }
        isHidden = text == nil
    }
}

extension UIControl {
    /// Shows whether it can be used, and what a screen reader says of it.
    func show(_ control: ControlState, _ localizer: Localizer) {
        isEnabled = control.isEnabled
        accessibilityLabel = localizer.text(control.label)
        accessibilityValue = control.value.map(localizer.text)
        accessibilityHint = (control.reason?.text).map(localizer.text) ?? control.hint.map(localizer.text)
    }
}

extension UIButton {
    /// Shows an icon, with the name of what a touch does.
    func show(_ control: ControlState, image: UIImage, _ localizer: Localizer) {
        if self.image(for: .normal) !== image { setImage(image, for: .normal) }
        show(control, localizer)
    }

    /// Shows a text.
    func show(title: CastUI.Label, _ localizer: Localizer) {
        let text = localizer.text(title)
        if self.title(for: .normal) != text {
            setTitle(text, for: .normal)
            superview?.setNeedsLayout()
        }
    }

    /// A button that does something when it is touched.
    convenience init(_ touched: @escaping @MainActor () -> Void) {
        self.init(type: .system)
        addAction(UIAction { _ in touched() }, for: .touchUpInside)
    }
}

extension UISlider {
    /// Shows a value, unless a finger holds the thumb.
    func show(_ value: Double?, in range: ClosedRange<Double>) {
        minimumValue = Float(range.lowerBound)
        maximumValue = Float(range.upperBound)
        if !isTracking { setValue(Float(value ?? range.lowerBound), animated: false) }
    }
}
