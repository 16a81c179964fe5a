// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("Accessibility", .serialized)
struct AccessibilityTests {
    @Test("A listener receives announcements in order")
    func announcements() {
        var texts: [String] = []
        let listener = UIAccessibility.Listener { notification, argument in
            if notification == .announcement { texts.append(argument as? String ?? "") }
        }
        UIAccessibility.post(notification: .announcement, argument: "Casting to Den")
        UIAccessibility.post(notification: .layoutChanged, argument: nil)
        UIAccessibility.post(notification: .announcement, argument: "Casting ended")
        #expect(texts == ["Casting to Den", "Casting ended"])
        withExtendedLifetime(listener) {}
    }

    @Test("Settings are off by default")
    func settings() {
        #expect(!UIAccessibility.isReduceMotionEnabled)
        UIAccessibility.settings.isReduceMotionEnabled = true
        #expect(UIAccessibility.isReduceMotionEnabled)
        UIAccessibility.settings = UIAccessibility.Settings()
        #expect(!UIAccessibility.isReduceMotionEnabled)
    }
}
#endif
