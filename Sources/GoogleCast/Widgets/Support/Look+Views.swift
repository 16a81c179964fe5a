// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The role of a text in the style tree.
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
    fileprivate func applyStyle(_ label: UILabel, _ look: Look) {
        let attributes = attributes
        label.font = look.font(attributes.font)
        label.textColor = look.color(attributes.color)
        label.shadowColor = look.color(attributes.shadow)
        label.shadowOffset = look.offset(attributes.offset)
    }
}

extension Look {
    func applyStyle(_ label: UILabel, _ role: TextRole) { role.applyStyle(label, self) }

    /// Applies the style to a text button.
    func applyStyle(_ button: UIButton) {
        if let label = button.titleLabel { TextRole.button.applyStyle(label, self) }
        button.setTitleColor(color(.buttonTextColor), for: .normal)
        button.setTitleColor(color(.captionTextColor).withAlphaComponent(0.5), for: .disabled)
        button.setTitleShadowColor(color(.buttonTextShadowColor), for: .normal)
        button.tintColor = color(.iconTintColor)
    }

    func applyStyle(volume slider: Slider) {
        slider.thumbTintColor = color(.volumeSliderThumbTintColor)
        slider.minimumTrackTintColor = color(.volumeSliderMinimumTrackTintColor)
        slider.maximumTrackTintColor = color(.volumeSliderMaximumTrackTintColor)
    }
}

extension UILabel {
    /// Creates a label.
    ///
    /// - Parameter lines: The maximum number of lines. 0 means no limit.
    convenience init(lines: Int) {
        self.init(frame: .zero)
        numberOfLines = lines
        lineBreakMode = .byTruncatingTail
    }

    /// Shows a text. Nil hides the label.
    func show(_ label: ControlLabel?, _ localizer: Localizer) {
        let text = label.map(localizer.text)
        if self.text != text {
            self.text = text
            superview?.setNeedsLayout()
        }
        isHidden = text == nil
    }
}

extension UIControl {
    /// Updates whether the control is enabled, and its accessibility properties.
    func show(_ control: ControlState, _ localizer: Localizer) {
        isEnabled = control.isEnabled
        accessibilityLabel = localizer.text(control.label)
        accessibilityValue = control.value.map(localizer.text)
        accessibilityHint = (control.reason?.text).map(localizer.text) ?? control.hint.map(localizer.text)
    }
}

extension UIButton {
    /// Shows an icon and the control's accessibility label.
    func show(_ control: ControlState, image: UIImage, _ localizer: Localizer) {
        if self.image(for: .normal) !== image { setImage(image, for: .normal) }
        show(control, localizer)
    }

    /// Shows a title.
    func show(title: ControlLabel, _ localizer: Localizer) {
        let text = localizer.text(title)
        if self.title(for: .normal) != text {
            setTitle(text, for: .normal)
            superview?.setNeedsLayout()
        }
    }

    /// Creates a button that calls a closure when it is tapped.
    convenience init(_ tapped: @escaping @MainActor () -> Void) {
        self.init(type: .system)
        addAction(UIAction { _ in tapped() }, for: .chosen)
    }
}

extension Slider {
    /// Shows a value, unless the user is dragging the thumb.
    func show(_ value: Double?, in range: ClosedRange<Double>) {
        minimumValue = Float(range.lowerBound)
        maximumValue = Float(range.upperBound)
        if !isTracking { setValue(Float(value ?? range.lowerBound), animated: false) }
    }
}
