public import CastWire

// The queue, as far as a status tells: the items around the current one. ``MediaQueue`` knows all of them.

extension MediaSnapshot {
    /// The item that plays; nil where the receiver has no queue.
    public var currentItemID: Int? { status.currentItemID }

    /// The item being loaded, while one is.
    public var loadingItemID: Int? { status.loadingItemID }

    /// The item that was fetched in advance and follows.
    public var preloadedItemID: Int? { status.preloadedItemID }

    /// The items that the receiver has told of in its statuses, in order: usually the previous, the current and the
    /// next. One may lack its media.
    public var queueWindow: [QueueItem] { status.items ?? [] }

    /// The item that plays, as far as statuses told of it.
    public var currentItem: QueueItem? { currentIndex.map { queueWindow[$0] } }

    /// The item after the current one; nil at the end of what is known, which need not be the end of the queue.
    public var nextItem: QueueItem? {
        guard let next = currentIndex.map({ $0 + 1 }), next < queueWindow.count else { return nil }
        return queueWindow[next]
    }

    /// The item before the current one; nil at the beginning of what is known.
    public var previousItem: QueueItem? {
        guard let index = currentIndex, index > 0 else { return nil }
        return queueWindow[index - 1]
    }

    /// What happens at the end of the queue; nil where the receiver does not say.
    public var repeatMode: RepeatMode? { status.repeatMode }

    /// The queue's name, kind and sections, without its items.
    public var queueData: QueueData? { status.queueData }

    private var currentIndex: Int? {
        currentItemID.flatMap { id in queueWindow.firstIndex { $0.itemID == id } }
    }
}

// Tracks and picture.

extension MediaSnapshot {
    /// The tracks to choose from.
    public var tracks: [MediaTrack] { media?.tracks ?? [] }

    /// The ids of the tracks in use; nil where the receiver does not say.
    public var activeTrackIDs: [Int]? { status.activeTrackIDs }

    /// How large and how bright the picture is that is really shown; nil where the receiver does not say.
    public var videoInfo: VideoInfo? { status.videoInfo }
}
