// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// Accessibility settings and notifications.
///
/// All settings are off unless a test changes ``settings``.
public enum UIAccessibility {
    /// A notification to assistive technologies.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let layoutChanged = Notification(rawValue: 1001)
        public static let screenChanged = Notification(rawValue: 1000)
        public static let announcement = Notification(rawValue: 1008)
        public static let pageScrolled = Notification(rawValue: 1009)
    }

    /// Posts a notification to assistive technologies. The argument of an announcement is the text to speak.
    @preconcurrency
    @MainActor
    public static func post(notification: UIAccessibility.Notification, argument: Any?) {
        for listener in listeners { listener.handler(notification, argument) }
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

    /// The accessibility settings that the user changes in Settings.
    package struct Settings: Sendable {
        package var isVoiceOverRunning = false
        package var isReduceMotionEnabled = false
        package var isReduceTransparencyEnabled = false
        package var isBoldTextEnabled = false
        package var isDarkerSystemColorsEnabled = false

        package init() {}
    }

    /// The current settings. Changes of Reduce Motion and VoiceOver post the corresponding notification.
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

    /// An observer that receives the posted notifications while it is retained.
    @MainActor
    package final class Listener {
        package let handler: (UIAccessibility.Notification, Any?) -> Void

        package init(_ handler: @escaping (UIAccessibility.Notification, Any?) -> Void) {
            self.handler = handler
            UIAccessibility.listenerBoxes.removeAll { $0.listener == nil }
            UIAccessibility.listenerBoxes.append(Box(listener: self))
        }
    }

    private struct Box { weak var listener: Listener? }

    @MainActor private static var listenerBoxes: [Box] = []

    @MainActor private static var listeners: [Listener] { listenerBoxes.compactMap(\.listener) }
}
#endif
