#if !canImport(UIKit)
public import Foundation

/// What a person set for using the machine without seeing, hearing or much movement.
///
/// Nobody sets anything here, so all is off, unless a test says otherwise.
public enum UIAccessibility {
    /// What a screen reader is told.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let layoutChanged = Notification(rawValue: 1001)
        public static let screenChanged = Notification(rawValue: 1000)
        public static let announcement = Notification(rawValue: 1008)
        public static let pageScrolled = Notification(rawValue: 1009)
    }

    /// Tells a screen reader something. An announcement's argument is the text to be spoken.
    @preconcurrency
    @MainActor
    public static func post(notification: UIAccessibility.Notification, argument: Any?) {
        for listener in listeners { listener.heard(notification, argument) }
    }

    @MainActor public static var isVoiceOverRunning: Bool { settings.isVoiceOverRunning }
    @MainActor public static var isReduceMotionEnabled: Bool { settings.isReduceMotionEnabled }
    @MainActor public static var isReduceTransparencyEnabled: Bool { settings.isReduceTransparencyEnabled }
    @MainActor public static var isBoldTextEnabled: Bool { settings.isBoldTextEnabled }
    @MainActor public static var isDarkerSystemColorsEnabled: Bool { settings.isDarkerSystemColorsEnabled }

    public static let voiceOverStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityVoiceOverStatusDidChangeNotification"
    )
    public static let reduceMotionStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification"
    )

    /// What a person would set in the system's settings.
    package struct Settings: Sendable {
        package var isVoiceOverRunning = false
        package var isReduceMotionEnabled = false
        package var isReduceTransparencyEnabled = false
        package var isBoldTextEnabled = false
        package var isDarkerSystemColorsEnabled = false

        package init() {}
    }

    /// A change of a setting is told to those who observe it.
    @MainActor package static var settings = Settings() {
        didSet {
            if settings.isReduceMotionEnabled != oldValue.isReduceMotionEnabled {
                NotificationCenter.default.post(name: reduceMotionStatusDidChangeNotification, object: nil)
            }
            if settings.isVoiceOverRunning != oldValue.isVoiceOverRunning {
                NotificationCenter.default.post(name: voiceOverStatusDidChangeNotification, object: nil)
            }
        }
    }

    /// Hears what a screen reader is told, as long as it is kept.
    @MainActor
    package final class Listener {
        package let heard: (UIAccessibility.Notification, Any?) -> Void

        package init(_ heard: @escaping (UIAccessibility.Notification, Any?) -> Void) {
            self.heard = heard
            UIAccessibility.listenerBoxes.removeAll { $0.listener == nil }
            UIAccessibility.listenerBoxes.append(Box(listener: self))
        }
    }

    private struct Box { weak var listener: Listener? }

    @MainActor private static var listenerBoxes: [Box] = []

    @MainActor private static var listeners: [Listener] { listenerBoxes.compactMap(\.listener) }
}
#endif
