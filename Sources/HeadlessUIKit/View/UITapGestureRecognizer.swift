#if !canImport(UIKit)
/// Recognizes a tap: a finger that comes and goes within the view.
@preconcurrency
@MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    open var numberOfTapsRequired = 1
    open var numberOfTouchesRequired = 1

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        state = .possible
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesEnded(touches, with: event)
        guard let view else { return }
        state = view.point(inside: location(in: view), with: event) ? .ended : .failed
    }
}
#endif
