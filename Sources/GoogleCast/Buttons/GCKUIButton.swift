#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A button with states of an app's own among UIKit's.
@available(*, deprecated, message: "Take GCKUIMultistateButton.")
@preconcurrency
@MainActor
open class GCKUIButton: GCKUIMultistateButton {
    /// States among the bits of `UIControl.State.application`, such as ``GCKUIControlStatePlay``. Others count for nothing.
    open var applicationState: UIControl.State = .normal {
        didSet { if applicationState != oldValue { setNeedsLayout() } }
    }

    open override var state: UIControl.State { super.state.union(applicationState.intersection(.application)) }
}
