/// A picture that a skin draws.
public enum Icon: Sendable, Hashable {
    case castInactive, castConnecting, castActive
    case television, speaker, speakerGroup
    case play, pause, stop, next, previous, tracks, audioTrack
    case forward(Int)
    case rewind(Int)
    case volumeHigh, volumeLow, volumeMuted
    case repeatOff, repeatAll, repeatSingle, repeatShuffle
}
