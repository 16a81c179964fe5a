// SPDX-License-Identifier: Apache-2.0

#if !canImport(ObjectiveC)
public import Foundation

/// Receives the updates of a ``GCKRemoteMediaClient``, on the main thread. All methods are optional. For one status of
/// the receiver, they are called in the order of their declaration.
@preconcurrency @MainActor
public protocol GCKRemoteMediaClientListener: NSObjectProtocol {
    /// Called when a media session started, by this or another sender.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didStartMediaSessionWithID sessionID: Int)

    /// Called when a media status was received, whether or not it changed. Nil if no media is loaded any more.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?)

    /// Called when the metadata, the tracks or the text track style changed.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaMetadata: GCKMediaMetadata?)

    /// Called when the reported items of the queue, the current item, the loading item or the repeat mode changed.
    func remoteMediaClientDidUpdateQueue(_ client: GCKRemoteMediaClient)

    /// Called when the preloaded item changed.
    func remoteMediaClientDidUpdatePreloadStatus(_ client: GCKRemoteMediaClient)

    /// Called when the IDs of all items were received, in queue order, regardless of which sender requested them.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceiveQueueItemIDs queueItemIDs: [NSNumber])

    /// Called when items were inserted before another item. ``kGCKMediaQueueInvalidItemID`` means that they were
    /// appended.
    func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        didInsertQueueItemsWithIDs queueItemIDs: [NSNumber],
        beforeItemWithID beforeItemID: UInt
    )

    /// Called when items were updated.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdateQueueItemsWithIDs queueItemIDs: [NSNumber])

    /// Called when items were removed.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, didRemoveQueueItemsWithIDs queueItemIDs: [NSNumber])

    /// Called when complete items were received, regardless of which sender requested them.
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
/// Extracts ad information from the statuses of receivers that report it in their own format, for example in custom
/// data.
///
/// The delegate is called for each status before the listeners are notified. All methods are optional.
@preconcurrency @MainActor
public protocol GCKRemoteMediaClientAdInfoParserDelegate: NSObjectProtocol {
    /// Returns the value of ``GCKMediaStatus/playingAd``. The default implementation returns whether there is an ad
    /// break status.
    func remoteMediaClient(_ client: GCKRemoteMediaClient, shouldSetPlayingAdIn mediaStatus: GCKMediaStatus) -> Bool

    /// Returns the ad breaks of the media, or nil if there are none. The default implementation returns those that the
    /// receiver reported.
    func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        shouldSetAdBreaksIn mediaStatus: GCKMediaStatus
    ) -> [GCKAdBreakInfo]?
}

extension GCKRemoteMediaClientAdInfoParserDelegate {
    public func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        shouldSetPlayingAdIn mediaStatus: GCKMediaStatus
    ) -> Bool {
        mediaStatus.adBreakStatus != nil
    }

    public func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        shouldSetAdBreaksIn mediaStatus: GCKMediaStatus
    ) -> [GCKAdBreakInfo]? {
        mediaStatus.mediaInformation?.adBreaks
    }
}
#endif
