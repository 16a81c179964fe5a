#if !canImport(UIKit)
/// A value between two others.
@MainActor
open class UISlider: UIControl {
    open var minimumValue: Float = 0 {
        didSet { value = clamped(value) }
    }
    open var maximumValue: Float = 1 {
        didSet { value = clamped(value) }
    }

    /// Kept between ``minimumValue`` and ``maximumValue``.
    open var value: Float {
        get { stored }
        set { stored = clamped(newValue) }
    }
    private var stored: Float = 0

    private func clamped(_ value: Float) -> Float {
        max(minimumValue, min(value, max(minimumValue, maximumValue)))
    }
}
#endif
