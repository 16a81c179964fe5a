/// What a receiver's player does.
public enum GCKMediaPlayerState: Int, CaseIterable, Sendable {
    /// Not known.
    case unknown = 0
    /// Nothing plays.
    case idle = 1
    /// It plays.
    case playing = 2
    /// It is paused.
    case paused = 3
    /// It waits for data.
    case buffering = 4
    /// It opens media.
    case loading = 5
}
