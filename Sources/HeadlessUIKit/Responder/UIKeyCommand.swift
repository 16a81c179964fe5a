#if !canImport(UIKit)
public import Foundation

/// A key with a meaning of its own. UIKit's are made with a selector, which is not to be had without Objective-C, so
/// none can be made here: what lists them is declared so that it can be passed on.
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
#endif
