#if !canImport(UIKit)
/// Buttons or keys that are held down.
@preconcurrency
@MainActor
open class UIPressesEvent: UIEvent {
    open override var type: UIEvent.EventType { .presses }
    open var allPresses: Set<UIPress> { presses }

    package var presses: Set<UIPress> = []
}
#endif
