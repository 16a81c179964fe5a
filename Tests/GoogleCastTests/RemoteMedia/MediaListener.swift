// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

/// Records the calls of a listener as text.
@MainActor
final class MediaListener: NSObject, GCKRemoteMediaClientListener {
    var calls: [String] = []
    var statuses: [GCKMediaStatus?] = []
    var name = ""
    var onCall: ((String) -> Void)?

    private func record(_ call: String) {
        calls.append(name + call)
        onCall?(call)
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didStartMediaSessionWithID sessionID: Int) {
        record("started \(sessionID), status of \(client.mediaStatus?.mediaSessionID ?? 0)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {
        statuses.append(mediaStatus)
        record("status \(mediaStatus.map { "\($0.playerState)" } ?? "nil")")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaMetadata: GCKMediaMetadata?) {
        record("metadata \(mediaMetadata?.string(forKey: kGCKMetadataKeyTitle) ?? "nil")")
    }

    func remoteMediaClientDidUpdateQueue(_ client: GCKRemoteMediaClient) { record("queue") }

    func remoteMediaClientDidUpdatePreloadStatus(_ client: GCKRemoteMediaClient) {
        record("preload \(client.mediaStatus?.preloadedItemID ?? 0)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceiveQueueItemIDs queueItemIDs: [NSNumber]) {
        record("ids \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(
        _ client: GCKRemoteMediaClient,
        didInsertQueueItemsWithIDs queueItemIDs: [NSNumber],
        beforeItemWithID beforeItemID: UInt
    ) {
        record("inserted \(queueItemIDs.map(\.intValue)) before \(beforeItemID)")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdateQueueItemsWithIDs queueItemIDs: [NSNumber]) {
        record("updated \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didRemoveQueueItemsWithIDs queueItemIDs: [NSNumber]) {
        record("removed \(queueItemIDs.map(\.intValue))")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didReceive queueItems: [GCKMediaQueueItem]) {
        record("items \(queueItems.map(\.itemID))")
    }
}
