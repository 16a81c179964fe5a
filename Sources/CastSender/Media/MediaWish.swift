public import CastWire

/// What a person wants of the media. See ``MediaController/wish(_:)``.
public enum MediaWish: Sendable, Hashable {
    /// True plays, false pauses.
    case playing(Bool)
    /// In seconds; kept within the media.
    case position(Double)
    /// 0…1; what lies outside is clamped.
    case streamVolume(Double)
    case streamMuted(Bool)
    /// 0.5…2.
    case playbackRate(Double)
    case repeatMode(RepeatMode)
    /// The ids of all tracks to show.
    case activeTracks([Int])

    /// What is wished for.
    public var property: MediaProperty {
        switch self {
        case .playing: .playing
        case .position: .position
        case .streamVolume: .streamVolume
        case .streamMuted: .streamMuted
        case .playbackRate: .playbackRate
        case .repeatMode: .repeatMode
        case .activeTracks: .activeTracks
        }
    }
}
