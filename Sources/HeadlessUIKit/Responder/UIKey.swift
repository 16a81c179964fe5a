#if !canImport(UIKit)
public import Foundation

/// A key of a keyboard.
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
#endif
