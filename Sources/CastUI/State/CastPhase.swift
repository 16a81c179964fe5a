/// The state of casting as a cast button shows it.
public enum CastPhase: Sendable, Hashable, CaseIterable {
    /// No session, and no device is known. Also before the search has begun.
    case noDevices
    /// No session, and at least one device is known.
    case notConnected
    /// A session is being established, or waits for its connection to come back.
    case connecting
    case connected
}
