// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastLocalization
import CastUI
import Foundation
import SwiftUI

/// Executes the effects that concern the system: announcements, values that persist, and the system's settings.
@MainActor
final class SystemInterpreter: EffectInterpreter {
    private let memory: CastMemory
    private let localizer = Localizer(locale: .current, timeZone: .current)

    init(_ memory: CastMemory) { self.memory = memory }

    func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .announce(let phrase, _): AccessibilityNotification.Announcement(localizer.text(phrase)).post()
        case .remember(let value): memory.remember(value)
        case .openSystemSettings:
            #if os(iOS) || os(visionOS)
            if let url = URL(string: UIApplication.openSettingsURLString) { UIApplication.shared.open(url) }
            #endif
        default: break
        }
    }
}

/// What the app remembers across launches, in the user defaults.
struct CastMemory {
    private static let tapped = "swift-cast.castButtonWasTapped"
    private static let introduced = "swift-cast.introductionWasShown"
    var defaults = UserDefaults.standard

    /// The state of the platform at the start.
    @MainActor var platformState: PlatformState {
        var state = PlatformState()
        state.hasTappedButton = defaults.bool(forKey: Self.tapped)
        state.hasShownIntroduction = defaults.bool(forKey: Self.introduced)
        #if os(iOS)
        // The system asks the user at the first search, which waits for the first tap on a Cast button.
        state.permission = state.hasTappedButton ? .granted : .notRequested
        state.idiom = UIDevice.current.userInterfaceIdiom == .pad ? .tablet : .phone
        #elseif os(tvOS)
        state.idiom = .television
        #endif
        return state
    }

    func remember(_ value: CastUIEffect.Memory) {
        switch value {
        case .tappedButton: defaults.set(true, forKey: Self.tapped)
        case .shownIntroduction(let wasShown): defaults.set(wasShown, forKey: Self.introduced)
        }
    }
}
#endif
