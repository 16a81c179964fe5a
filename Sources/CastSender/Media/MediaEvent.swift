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
    /// A wish came to nothing; the device's own value holds again.
    case wishFailed(MediaProperty, CastError)
    /// The receiver told how the queue changed, as ``MediaQueue`` takes it.
    case queueChanged(QueueChangeMessage)
    /// The receiver told the ids of all items, in order.
    case queueItemIDs([Int])
    /// The receiver told items in full.
    case queueItems([QueueItem])
}
