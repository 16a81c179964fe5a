/// What a play-and-pause button stands on: what happens now, not what a tap would do.
public enum PlayToggle: Sendable, Hashable {
    case none
    case playing
    case paused
    /// A live stream plays, which is stopped and not paused.
    case playingLive

    public var icon: Icon {
        switch self {
        case .none, .paused: .play
        case .playing: .pause
        case .playingLive: .stop
        }
    }

    var key: TextKey {
        switch self {
        case .none, .paused: .play
        case .playing: .pause
        case .playingLive: .stop
        }
    }
}
