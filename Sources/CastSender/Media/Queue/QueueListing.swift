package import CastWire

/// The items of a queue, as completely as the device reports them.
package struct QueueListing: Sendable, Hashable {
    /// The items in order, each with its id. An item that the device did not describe has nothing else.
    package let items: [QueueItem]
    /// Whether the device listed all items itself. Otherwise the items are those that its statuses have named.
    package let isComplete: Bool
}

extension MediaController {
    /// How long a device may take to answer a request about the queue that it may not support.
    private static let listingLimit = Duration.seconds(2)
    /// As many items as fit in a message.
    private static let listingBatch = 20

    /// Lists the queue.
    ///
    /// Not every receiver supports QUEUE_GET_ITEM_IDS and QUEUE_GET_ITEMS: some refuse them, others never answer. Then
    /// the items that the media statuses have named are listed.
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
        var left = itemIDs
        while !left.isEmpty {
            let wanted = Array(left.prefix(Self.listingBatch))
            do throws(CastError) {
                for item in try await fetchItems(wanted, within: limit) {
                    if let id = item.itemID { known[id] = item }
                }
            } catch {
                guard error.meansUnsupported else { throw error }
                break
            }
            // A device may send fewer items than were asked for when they are large. What it never sends is unknown.
            let missing = wanted.filter { known[$0] == nil }
            left = (missing.count < wanted.count ? missing : []) + left.dropFirst(wanted.count)
        }
        return QueueListing(items: itemIDs.map { known[$0] ?? QueueItem(itemID: $0) }, isComplete: true)
    }

    /// The items that the media statuses have named.
    package var reportedQueue: QueueListing {
        let items = (state.snapshot?.queueWindow ?? []).filter { $0.itemID != nil }
        return QueueListing(items: items, isComplete: false)
    }
}

extension CastError {
    /// Whether a request failed as it does on a device that does not know it.
    var meansUnsupported: Bool {
        switch code {
        case .invalidRequest, .notSupported, .invalidPlayerState, .invalidResponse, .requestTimedOut: true
        default: false
        }
    }
}
