public import Foundation

/// Hears what becomes of the media that a receiver plays. Every method may be left out; all are called on the main
/// thread. For one status of the receiver they come in the order in which they stand here.
@preconcurrency @MainActor
public protocol GCKRemoteMediaClientListener: NSObjectProtocol {
    /// Another media session has begun, by whichever sender.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didStartMediaSessionWithID sessionID: Int)

    /// A status has come, changed or not; nil when nothing is loaded any more.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?)

    /// The metadata, the tracks or the style of text differ from before.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaMetadata: GCKMediaMetadata?)

    /// The items of the queue that a status tells, the current or the loading one, or the repeat mode differ from
    /// before.
    func remoteMediaClientDidUpdateQueue(_ client: GCKRemoteMediaClient)

    /// Another item has been preloaded, or none is any more.
    func remoteMediaClientDidUpdatePreloadStatus(_ client: GCKRemoteMediaClient)

    /// The ids of all items of the queue, in order, have come, whoever asked for them.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceiveQueueItemIDs queueItemIDs: [NSNumber])

    /// Items were inserted before another one; ``kGCKMediaQueueInvalidItemID`` stands for the end.
    func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        didInsertQueueItemsWithIDs queueItemIDs: [NSNumber],
        beforeItemWithID beforeItemID: UInt
    )

    /// Items have changed.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdateQueueItemsWithIDs queueItemIDs: [NSNumber])

    /// Items were removed.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didRemoveQueueItemsWithIDs queueItemIDs: [NSNumber])

    /// Items have come in full, whoever asked for them.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceive queueItems: [GCKMediaQueueItem])
}

extension GCKRemoteMediaClientListener {
    public func remoteMediaClient(_ client: GCKRemoteMediaClient, didStartMediaSessionWithID sessionID: Int) {}

    public func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {}

    public func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaMetadata: GCKMediaMetadata?) {}

    public func remoteMediaClientDidUpdateQueue(_ client: GCKRemoteMediaClient) {}

    public func remoteMediaClientDidUpdatePreloadStatus(_ client: GCKRemoteMediaClient) {}

    public func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceiveQueueItemIDs queueItemIDs: [NSNumber]) {}

    public func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        didInsertQueueItemsWithIDs queueItemIDs: [NSNumber],
        beforeItemWithID beforeItemID: UInt
    ) {}

    public func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdateQueueItemsWithIDs queueItemIDs: [NSNumber]) {
    }

    public func remoteMediaClient(_ client: GCKRemoteMediaClient, didRemoveQueueItemsWithIDs queueItemIDs: [NSNumber]) {
    }

    public func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceive queueItems: [GCKMediaQueueItem]) {}
}
