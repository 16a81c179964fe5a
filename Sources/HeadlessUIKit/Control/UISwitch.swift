// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A control with the two states on and off.
@preconcurrency
@MainActor
open class UISwitch: UIControl {
    /// Whether the switch is on. Setting it sends no action.
    open var isOn = false
    open var onTintColor: UIColor? {
        didSet {
            let color = onTintColor
            appearanceDidSet("onTintColor") { (view: UISwitch) in view.onTintColor = color }
        }
    }
    open var thumbTintColor: UIColor?
    open var title: String?

    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 51, height: 31)))
        super.accessibilityTraits = .button
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        super.accessibilityTraits = .button
    }

    open func setOn(_ on: Bool, animated: Bool) { isOn = on }

    open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }

    override func touchDidEndInside() {
        isOn.toggle()
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? (isOn ? "1" : "0") }
        set { super.accessibilityValue = newValue }
    }
}
#endif
