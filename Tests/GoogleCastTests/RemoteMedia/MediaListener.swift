import Foundation

@testable import GoogleCast

/// Keeps what it hears in words.
@MainActor
final class MediaListener: NSObject, GCKRemoteMediaClientListener {
    var calls: [String] = []
    var statuses: [GCKMediaStatus?] = []
    var name = ""
    var onCall: ((String) -> Void)?

    private func hear(_ call: String) {
        calls.append(name + call)
        onCall?(call)
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didStartMediaSessionWithID sessionID: Int) {
        hear("started \(sessionID), status of \(client.mediaStatus?.mediaSessionID ?? 0)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {
        statuses.append(mediaStatus)
        hear("status \(mediaStatus.map { "\($0.playerState)" } ?? "nil")")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaMetadata: GCKMediaMetadata?) {
        hear("metadata \(mediaMetadata?.string(forKey: kGCKMetadataKeyTitle) ?? "nil")")
    }

    func remoteMediaClientDidUpdateQueue(_ client: GCKRemoteMediaClient) { hear("queue") }

    func remoteMediaClientDidUpdatePreloadStatus(_ client: GCKRemoteMediaClient) {
        hear("preload \(client.mediaStatus?.preloadedItemID ?? 0)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceiveQueueItemIDs queueItemIDs: [NSNumber]) {
        hear("ids \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        didInsertQueueItemsWithIDs queueItemIDs: [NSNumber],
        beforeItemWithID beforeItemID: UInt
    ) {
        hear("inserted \(queueItemIDs.map(\.intValue)) before \(beforeItemID)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdateQueueItemsWithIDs queueItemIDs: [NSNumber]) {
        hear("updated \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didRemoveQueueItemsWithIDs queueItemIDs: [NSNumber]) {
        hear("removed \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceive queueItems: [GCKMediaQueueItem]) {
        hear("items \(queueItems.map(\.itemID))")
    }
}
