/// Why nothing plays.
public enum GCKMediaPlayerIdleReason: Int, CaseIterable, Sendable {
    /// It does not stand idle, or does not say why.
    case none = 0
    /// The media came to its end.
    case finished = 1
    /// A sender stopped it.
    case cancelled = 2
    /// Other media was loaded.
    case interrupted = 3
    /// It could not be played.
    case error = 4
}
