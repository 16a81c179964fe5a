/// A picture that a skin draws; `shape` says how.
public enum Icon: Sendable, Hashable {
    case castInactive, castConnecting, castActive
    case television, speaker, speakerGroup
    case play, pause, stop, next, previous, skipAd, tracks, audioTrack
    /// With the number of seconds inside.
    case forward(Int)
    /// With the number of seconds inside.
    case rewind(Int)
    case volumeHigh, volumeLow, volumeMuted
    case repeatOff, repeatAll, repeatSingle, repeatShuffle
    /// The speed of playback.
    case rate
    case live
    case queue, dragHandle, moveUp, moveDown, add, minus, remove
    /// Down, for what goes away downwards; up; towards where one came from, which skins mirror for right-to-left.
    case collapse, expand, back
    case close, check, retry, search, settings, help, information, warning, lock
    /// The network that this machine and the devices share.
    case network
    case folder, file, film, link
    /// What happened, line by line.
    case log
}
