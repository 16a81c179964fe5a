import ArgumentParser

/// What to do with the sound.
enum MuteChange: String, CaseIterable, Sendable, ExpressibleByArgument {
    case on
    case off
    case toggle

    /// The state that follows.
    func applied(to isMuted: Bool) -> Bool {
        switch self {
        case .on: true
        case .off: false
        case .toggle: !isMuted
        }
    }
}
