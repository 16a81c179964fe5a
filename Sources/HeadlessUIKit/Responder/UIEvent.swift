#if !canImport(UIKit)
public import Foundation

/// Something a person did.
@preconcurrency
@MainActor
open class UIEvent: NSObject {
    /// What kind of thing was done.
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
