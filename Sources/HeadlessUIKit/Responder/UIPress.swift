// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A press of a button or key.
@preconcurrency
@MainActor
open class UIPress: NSObject {
    /// The phase of a press.
    public enum Phase: Int, Sendable {
        case began = 0
        case changed = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    /// The button that is pressed.
    public enum PressType: Int, Sendable {
        case upArrow = 0
        case downArrow = 1
        case leftArrow = 2
        case rightArrow = 3
        case select = 4
        case menu = 5
        case playPause = 6
    }

    open var phase: UIPress.Phase { .began }
    open var type: UIPress.PressType { pressed }
    open var key: UIKey? { pressedKey }

    private let pressed: PressType
    private let pressedKey: UIKey?

    package init(_ type: PressType = .select, key: UIKey? = nil) {
        pressed = type
        pressedKey = key
        super.init()
    }
}

/// A key on a hardware keyboard.
@preconcurrency
@MainActor
open class UIKey: NSObject {
    open var characters: String { text }
    open var charactersIgnoringModifiers: String { text }
    open var modifierFlags: UIKeyModifierFlags { flags }
    open var keyCode: UIKeyboardHIDUsage { code }

    private let text: String
    private let flags: UIKeyModifierFlags
    private let code: UIKeyboardHIDUsage

    package init(_ code: UIKeyboardHIDUsage, _ characters: String = "", _ flags: UIKeyModifierFlags = []) {
        self.code = code
        text = characters
        self.flags = flags
        super.init()
    }
}

/// A key code of the USB HID usage tables. Only keys that the widgets handle are declared.
public enum UIKeyboardHIDUsage: Int, Sendable {
    case keyboardReturnOrEnter = 40
    case keyboardEscape = 41
    case keyboardTab = 43
    case keyboardSpacebar = 44
    case keyboardHome = 74
    case keyboardEnd = 77
    case keyboardRightArrow = 79
    case keyboardLeftArrow = 80
    case keyboardDownArrow = 81
    case keyboardUpArrow = 82
    case keyboardMute = 127
    case keyboardVolumeUp = 128
    case keyboardVolumeDown = 129
}
#endif
