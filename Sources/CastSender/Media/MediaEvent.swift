public import CastWire

/// Something that happened to the media of an application and is worth telling even when it is over.
public enum MediaEvent: Sendable, Hashable {
    /// A media session began, by whichever sender.
    case started(mediaSessionID: Int)
    /// Playback of a media session ended; nil where the receiver gave no reason.
    case ended(mediaSessionID: Int, IdleReason?)
    /// A load failed after the device had accepted it, or another sender's did.
    case loadFailed(CastError)
    /// The device reported an error while playing, or about one item of a queue.
    case error(CastError)
}
