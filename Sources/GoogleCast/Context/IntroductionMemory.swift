import Foundation

/// Remembers for each installation whether a person was shown what the cast button is for.
struct IntroductionMemory: Sendable {
    var hasShown: @MainActor @Sendable () -> Bool
    var setShown: @MainActor @Sendable (Bool) -> Void

    /// The platform's.
    static var standard: IntroductionMemory {
        let key = "swift-cast.introductionWasShown"
        return IntroductionMemory(
            hasShown: { UserDefaults.standard.bool(forKey: key) },
            setShown: { UserDefaults.standard.set($0, forKey: key) }
        )
    }
}
