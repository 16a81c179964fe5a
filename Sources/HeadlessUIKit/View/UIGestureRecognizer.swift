// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// The base class of gesture recognizers.
///
/// Targets with selectors need the Objective-C runtime and are not available. Use a subclass that overrides the touch
/// methods.
@preconcurrency
@MainActor
open class UIGestureRecognizer: NSObject {
    /// The state of a gesture.
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

/// A gesture recognizer for a tap, which starts and ends within the view.
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
