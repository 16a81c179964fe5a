// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// The base class of objects that handle events: views, view controllers, the application and its delegate.
@preconcurrency
@MainActor
open class UIResponder: NSObject {
    public nonisolated override init() {
        super.init()
    }

    /// The next responder, which receives the events that this responder does not handle.
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

    /// The keyboard shortcuts that apply while the responder is in the responder chain.
    open var keyCommands: [UIKeyCommand]? { nil }

    /// Handles the escape gesture or key. Returns whether something was dismissed.
    open func accessibilityPerformEscape() -> Bool { next?.accessibilityPerformEscape() ?? false }

    // UIKit declares the accessibility properties on NSObject. Here they are on responders, where the widgets use them.

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

    /// Increments the value on request of an assistive technology. Does nothing by default.
    open func accessibilityIncrement() {}
    /// Decrements the value on request of an assistive technology. Does nothing by default.
    open func accessibilityDecrement() {}
    /// Activates the element on request of an assistive technology. Returns whether it had an effect.
    open func accessibilityActivate() -> Bool { false }
}

/// An event with presses of buttons or keys.
@preconcurrency
@MainActor
open class UIPressesEvent: UIEvent {
    open override var type: UIEvent.EventType { .presses }
    open var allPresses: Set<UIPress> { presses }

    package var presses: Set<UIPress> = []
}

/// A keyboard shortcut.
///
/// UIKit creates key commands with an Objective-C selector, so apps cannot create them here. The class exists so that
/// ``UIResponder/keyCommands`` can be declared and overridden.
@preconcurrency
@MainActor
open class UIKeyCommand: NSObject {
    open var input: String? { key }
    open var modifierFlags: UIKeyModifierFlags { flags }

    private let key: String
    private let flags: UIKeyModifierFlags

    package init(input: String, modifierFlags: UIKeyModifierFlags) {
        key = input
        flags = modifierFlags
        super.init()
    }
}

/// The modifier keys that are held down.
public struct UIKeyModifierFlags: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}

/// An input event.
@preconcurrency
@MainActor
open class UIEvent: NSObject {
    /// The kind of an event.
    public enum EventType: Int, Sendable {
        case touches = 0
        case motion = 1
        case remoteControl = 2
        case presses = 3
        case scroll = 10
        case hover = 11
        case transform = 14
    }

    open var type: UIEvent.EventType { .touches }
    open var timestamp: TimeInterval { ProcessInfo.processInfo.systemUptime }
    open var allTouches: Set<UITouch>? { touches }

    package var touches: Set<UITouch> = []
}
#endif
