/// What the platform says: network, permissions, what a person prefers, and what was remembered from earlier runs.
public struct Surroundings: Sendable, Equatable {
    public enum Network: Sendable, Hashable {
        case unknown, absent, present
    }

    /// Whether the system lets this app look around in the local network.
    public enum Permission: Sendable, Hashable {
        /// The system does not ask.
        case notApplicable
        case notAsked, granted, denied
    }

    public enum Idiom: Sendable, Hashable {
        case phone, tablet, computer, television, web
    }

    /// Wi-Fi, or a wired network where there is one.
    public var network = Network.unknown
    public var permission = Permission.notApplicable
    public var idiom = Idiom.computer
    public var reducesMotion = false
    /// Remembered from this run or an earlier one: the cast button was touched.
    public var hasTappedButton = false
    /// Remembered from this run or an earlier one: the introduction was shown.
    public var hasShownIntroduction = false

    public init() {}
}
