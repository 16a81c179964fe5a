#if !canImport(UIKit)
public import Foundation

/// What may answer to events: views, view controllers, the application and its delegate.
@preconcurrency
@MainActor
open class UIResponder: NSObject {
    public nonisolated override init() {
        super.init()
    }

    /// Who is asked when this one does not answer.
    open var next: UIResponder? { nil }

    private static weak var first: UIResponder?

    open var canBecomeFirstResponder: Bool { false }
    open var canResignFirstResponder: Bool { true }
    open var isFirstResponder: Bool { Self.first === self }

    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard !isFirstResponder else { return true }
        guard canBecomeFirstResponder, Self.first?.resignFirstResponder() ?? true else { return false }
        Self.first = self
        return true
    }

    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard canResignFirstResponder else { return false }
        Self.first = nil
        return true
    }

    package static var firstResponder: UIResponder? { first }

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }

    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesBegan(presses, with: event)
    }
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesChanged(presses, with: event)
    }
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesEnded(presses, with: event)
    }
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesCancelled(presses, with: event)
    }

    /// Keys with a meaning of their own while this responder is in the chain.
    open var keyCommands: [UIKeyCommand]? { nil }

    /// The person made the gesture, or pressed the key, that leaves; true when something was left.
    open func accessibilityPerformEscape() -> Bool { next?.accessibilityPerformEscape() ?? false }

    // What UIKit adds to every object is here on responders, which is where widgets use it.

    open var isAccessibilityElement = false
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var accessibilityTraits = UIAccessibilityTraits.none
    open var accessibilityIdentifier: String?
    open var accessibilityElementsHidden = false
    open var accessibilityViewIsModal = false
    open var shouldGroupAccessibilityChildren = false
    open var accessibilityElements: [Any]?
    open var accessibilityLanguage: String?

    /// The person raised the value by the screen reader.
    open func accessibilityIncrement() {}
    /// The person lowered the value by the screen reader.
    open func accessibilityDecrement() {}
    /// The person chose the element by the screen reader; true when something was done.
    open func accessibilityActivate() -> Bool { false }
}
#endif
