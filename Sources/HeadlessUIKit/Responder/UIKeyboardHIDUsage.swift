#if !canImport(UIKit)
/// A key by its number in the USB tables; only those that widgets answer to.
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
