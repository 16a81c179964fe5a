/// A control of what plays.
public enum MediaSlot: Sendable, Hashable {
    case play, pause
    /// Pause and play, or stop and play for a live stream.
    case playPause
    case stop
    /// By so many seconds.
    case forward(Double)
    case rewind(Double)
    case next, previous
    /// Pauses once the present item has ended.
    case pauseAfterItem
    case repeatMode, seek, tracks, skipAd, rate
}
