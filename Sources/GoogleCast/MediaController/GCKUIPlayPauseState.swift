/// What a play-and-pause control shows, and what it asks for.
public enum GCKUIPlayPauseState: Int, Sendable {
    /// Nothing is loaded.
    case none = 0
    /// It plays.
    case play = 1
    /// It is paused.
    case pause = 2
}
