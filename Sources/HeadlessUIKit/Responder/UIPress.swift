#if !canImport(UIKit)
public import Foundation

/// A button or key that is held down.
@preconcurrency
@MainActor
open class UIPress: NSObject {
    /// How far a press is.
    public enum Phase: Int, Sendable {
        case began = 0
        case changed = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    /// Which button was pressed.
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
#endif
