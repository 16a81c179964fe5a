// SPDX-License-Identifier: Apache-2.0

package import CastWire

/// A list of the items of a queue, as complete as the device reports it.
package struct QueueListing: Sendable, Hashable {
    /// The items in order, each with its id. Items that the device did not describe contain only the id.
    package let items: [QueueItem]
    /// Whether the device listed all items. Otherwise the list contains the items that its statuses have reported.
    package let isComplete: Bool
}

extension MediaController {
    /// The time limit for a queue request that the device may not support.
    private static let listingLimit = Duration.seconds(2)
    /// The number of items to request in one message.
    private static let listingBatch = 20

    /// Lists the queue.
    ///
    /// Not every receiver supports QUEUE_GET_ITEM_IDS and QUEUE_GET_ITEMS: some reject them, others never answer. For
    /// these, the list contains the items that the media statuses have reported.
    ///
    /// - Throws: ``CastError``: `noMediaSession`, `sessionEnded`, `connectionClosed`, `requestCancelled`.
    package func listQueue() async throws(CastError) -> QueueListing {
        let limit = min(Self.listingLimit, connection.options.requestTimeout)
        let itemIDs: [Int]
        do throws(CastError) {
            itemIDs = try await fetchItemIDs(within: limit)
        } catch {
            guard error.meansUnsupported else { throw error }
            return reportedQueue
        }
        var known: [Int: QueueItem] = [:]
        for item in reportedQueue.items { if let id = item.itemID, item.media != nil { known[id] = item } }
        var remaining = itemIDs
        while !remaining.isEmpty {
            let batch = Array(remaining.prefix(Self.listingBatch))
            do throws(CastError) {
                for item in try await fetchItems(batch, within: limit) {
                    if let id = item.itemID { known[id] = item }
                }
            } catch {
                guard error.meansUnsupported else { throw error }
                break
            }
            // A device may send fewer items than requested when they are large. Items that it never sends stay unknown.
            let missing = batch.filter { known[$0] == nil }
            remaining = (missing.count < batch.count ? missing : []) + remaining.dropFirst(batch.count)
        }
        return QueueListing(items: itemIDs.map { known[$0] ?? QueueItem(itemID: $0) }, isComplete: true)
    }

    /// The items that the media statuses have reported.
    package var reportedQueue: QueueListing {
        let items = (state.snapshot?.queueWindow ?? []).filter { $0.itemID != nil }
        return QueueListing(items: items, isComplete: false)
    }
}

extension CastError {
    /// Whether a request failed in a way that is typical of a device that does not support it.
    var meansUnsupported: Bool {
        switch code {
        case .invalidRequest, .notSupported, .invalidPlayerState, .invalidResponse, .requestTimedOut: true
        default: false
        }
    }
}
