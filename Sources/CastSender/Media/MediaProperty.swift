/// What a person can set about media and see at once, before the device has done it.
public enum MediaProperty: Sendable, Hashable, CaseIterable {
    /// Playing or paused.
    case playing
    case position
    case streamVolume
    case streamMuted
    case playbackRate
    case repeatMode
    case activeTracks
}
