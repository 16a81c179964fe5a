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

    /// Also sets ``applicationState``: whoever sets the one has pictures for the other.
    open override var buttonState: UInt {
        didSet { applicationState = Self.applicationStates[buttonState] ?? .normal }
    }

    private static let applicationStates: [UInt: UIControl.State] = [
        GCKUIButtonStateRepeatOff: GCKUIControlStateRepeatOff,
        GCKUIButtonStateRepeatAll: GCKUIControlStateRepeatAll,
        GCKUIButtonStateRepeatSingle: GCKUIControlStateRepeatSingle,
        GCKUIButtonStateShuffle: GCKUIControlStateShuffle,
        GCKUIButtonStatePlay: GCKUIControlStatePlay,
        GCKUIButtonStatePlayLive: GCKUIControlStatePlay,
        GCKUIButtonStatePause: GCKUIControlStatePause,
        GCKUIButtonStateMuteOff: GCKUIControlStateMuteOff,
        GCKUIButtonStateMuteOn: GCKUIControlStateMuteOn,
    ]

    open override var state: UIControl.State { super.state.union(applicationState.intersection(.application)) }
}
