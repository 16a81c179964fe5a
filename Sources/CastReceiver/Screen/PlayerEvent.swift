/// What really happened to an item.
package enum PlayerEvent: Sendable, Hashable {
    /// The media can be played. Once per load. `duration` is nil for live media and while it is unknown.
    case metadataLoaded(duration: Double?, width: Int?, height: Int?)
    /// Duration or size turned out otherwise, for example because a page took over from the clock.
    case metadataChanged(duration: Double?, width: Int?, height: Int?)
    case playing(position: Double)
    case paused(position: Double)
    /// Playback waits for data.
    case buffering(position: Double)
    case seeked(position: Double)
    /// Where playback is, a few times per second while it plays.
    case position(Double)
    /// What can be sought in live media. Whether its start moves on may be left to be seen.
    case seekableRange(start: Double, end: Double, isMoving: Bool? = nil, isDone: Bool = false)
    /// The media has no end, and nothing of it can be sought: a live stream of which the player keeps nothing.
    case unbounded
    /// The browser plays without sound until somebody clicks on the page, or has stopped doing so.
    case soundBlocked(Bool)
    /// Somebody pressed a key of the page, whatever it shows; about no item.
    case pressed(RemoteCommand)
    case ended
    /// The media cannot be loaded or played on. `detailedErrorCode` is one of Cast's numbers (media namespace,
    /// detailedErrorCode); `message` says what was tried and what came back.
    case failed(detailedErrorCode: Int, message: String, obstacle: PlaybackObstacle? = nil)
}
