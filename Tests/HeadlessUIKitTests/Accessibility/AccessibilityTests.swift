#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("What a screen reader hears", .serialized)
struct AccessibilityTests {
    @Test("Who listens hears announcements in order")
    func announcements() {
        var heard: [String] = []
        let listener = UIAccessibility.Listener { notification, argument in
            if notification == .announcement { heard.append(argument as? String ?? "") }
        }
        UIAccessibility.post(notification: .announcement, argument: "Casting to Den")
        UIAccessibility.post(notification: .layoutChanged, argument: nil)
        UIAccessibility.post(notification: .announcement, argument: "Casting ended")
        #expect(heard == ["Casting to Den", "Casting ended"])
        withExtendedLifetime(listener) {}
    }

    @Test("Settings are off until a test turns them on")
    func settings() {
        #expect(!UIAccessibility.isReduceMotionEnabled)
        UIAccessibility.settings.isReduceMotionEnabled = true
        #expect(UIAccessibility.isReduceMotionEnabled)
        UIAccessibility.settings = UIAccessibility.Settings()
        #expect(!UIAccessibility.isReduceMotionEnabled)
    }
}
#endif
