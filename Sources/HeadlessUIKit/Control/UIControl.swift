#if !canImport(UIKit)
/// A view with which a person would set something.
@MainActor
open class UIControl: UIView {
    open var isEnabled = true
}
#endif
