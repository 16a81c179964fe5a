#if !canImport(UIKit)
public import Foundation

/// Recognizes a movement. UIKit's tell a target by a selector, which is not to be had without Objective-C, so a
/// subclass that answers to the touches itself is what can be used here.
@preconcurrency
@MainActor
open class UIGestureRecognizer: NSObject {
    /// How far a movement is.
    public enum State: Int, Sendable {
        case possible = 0
        case began = 1
        case changed = 2
        case ended = 3
        case cancelled = 4
        case failed = 5
        public static let recognized = State.ended
    }

    open var state = State.possible
    open var isEnabled = true
    open var name: String?
    open var cancelsTouchesInView = true
    open private(set) weak var view: UIView?

    func attach(to view: UIView?) { self.view = view }

    open func location(in view: UIView?) -> CGPoint { lastTouch?.location(in: view) ?? .zero }
    private var lastTouch: UITouch?

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { lastTouch = touches.first }
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { lastTouch = touches.first }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { lastTouch = touches.first }
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { lastTouch = touches.first }
    open func reset() { state = .possible }
}
#endif
