/// An order for the media that is carried out once, unlike a wish.
public enum MediaCommand: Sendable, Hashable {
    /// Ends playback and drops the queue.
    case stop
    case next, previous
    case seekToLive
    case skipAd
    case jump(toItem: Int)
    case remove(items: [Int])
    /// Puts an item before another one; nil puts it at the end.
    case move(item: Int, before: Int?)
    /// Lets the item that follows wait after the current one has ended, or not.
    case setAutoplay(Bool, item: Int)
}
