import CastSender
import CastWire

/// What happens while something plays, from all sides, in the order in which it reached us.
enum PlaybackEvent: Sendable {
    /// The device is known, and about to be connected to.
    case found(CastDevice)
    /// A person in front of the device is asked.
    case awaitsPerson(CastDevice)
    case connected(PlaybackTarget)
    /// Connected to what an earlier play left.
    case resumed(EarlierPlayback)
    case connectFailed(CommandFailure)
    case serverFailed(CommandFailure)
    /// The device took the load of the item at this index.
    case loaded(Int, MediaSnapshot)
    case loadFailed(Int, CommandFailure)
    /// The device took the list from this index on as its queue, each item under this content id.
    case queueLoaded(Int, contentIDs: [String?], MediaSnapshot)
    /// The device takes no queue, asked with the item at this index.
    case queueRefused(Int)
    /// The item at this index was left out of the queue.
    case leftOut(Int, CommandFailure)
    /// No item of the queue plays.
    case queueFailed(CommandFailure)
    /// The device could not go to another item.
    case skipFailed(by: Int)
    /// The load was taken, and came to nothing later.
    case playbackFailed(Int, CommandFailure)
    case media(MediaSnapshot?)
    case mediaEvent(MediaEvent)
    case sessionEnded(SessionEndReason)
    case session(SessionEvent)
    /// The time for something is over.
    case fetchOverdue(Int)
    case reasonOverdue
    case key(Key)
    case signal(ProcessSignals.Event)
    case tick
}
