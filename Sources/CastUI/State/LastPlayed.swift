import CastSender
public import CastWire

/// What played when a session ended: where local playback can go on.
public struct LastPlayed: Sendable, Hashable {
    public var playerState: PlayerState
    /// In seconds.
    public var position: Double

    init(_ snapshot: MediaSnapshot, at instant: ContinuousClock.Instant) {
        playerState = snapshot.playerState
        position = snapshot.position(at: instant)
    }
}
