public import CastSender

/// The search for devices.
public struct DiscoveryState: Sendable, Equatable {
    /// What stands in the way.
    public enum Problem: Sendable, Hashable {
        /// The system refused.
        case permissionDenied
        /// The app does not declare the services that it looks for.
        case servicesNotDeclared
        /// The socket could not be opened, with the reason for people.
        case blocked(String)
    }

    /// How long nothing found still counts as searching.
    public static var patience: Duration { .seconds(5) }

    /// When it began; nil while it does not run.
    public internal(set) var since: ContinuousClock.Instant?
    /// Every device there is, in the order in which they were told.
    public internal(set) var devices: [CastDevice] = []
    public internal(set) var problem: Problem?
}
