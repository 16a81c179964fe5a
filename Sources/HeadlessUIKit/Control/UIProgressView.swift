// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A bar that shows the progress of a task.
@preconcurrency
@MainActor
open class UIProgressView: UIView {
    /// The style of a progress view.
    public enum Style: Int, Sendable {
        case `default` = 0
        case bar = 1
    }

    open var progressViewStyle = Style.default
    open var observedProgress: Progress?

    /// The progress from 0 to 1. Other values are clamped; NaN becomes 0.
    open var progress: Float {
        get { stored }
        set { stored = newValue.isNaN ? 0 : max(0, min(newValue, 1)) }
    }
    private var stored: Float = 0

    open var progressTintColor: UIColor? {
        didSet {
            let color = progressTintColor
            appearanceDidSet("progressTintColor") { (view: UIProgressView) in view.progressTintColor = color }
        }
    }
    open var trackTintColor: UIColor? {
        didSet {
            let color = trackTintColor
            appearanceDidSet("trackTintColor") { (view: UIProgressView) in view.trackTintColor = color }
        }
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        super.accessibilityTraits = .updatesFrequently
        isAccessibilityElement = true
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public convenience init(progressViewStyle style: UIProgressView.Style) {
        self.init(frame: CGRect(x: 0, y: 0, width: 150, height: 4))
        progressViewStyle = style
    }

    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

    open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 4) }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? "\(Int((progress * 100).rounded()))%" }
        set { super.accessibilityValue = newValue }
    }
}
#endif
