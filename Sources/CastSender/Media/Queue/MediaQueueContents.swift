// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The known contents of a queue: the ids of all items in order, and the full data of some items.
public struct MediaQueueContents: Sendable, Hashable {
    /// The ids of all items, in order.
    public let itemIDs: [Int]
    /// The cached items, by id.
    public let items: [Int: QueueItem]
    /// Whether the ids match those of the device; false while they are being fetched.
    public let isCurrent: Bool

    package init(itemIDs: [Int] = [], items: [Int: QueueItem] = [:], isCurrent: Bool = false) {
        self.itemIDs = itemIDs
        self.items = items
        self.isCurrent = isCurrent
    }

    /// The number of items in the queue.
    public var count: Int { itemIDs.count }

    /// Returns the cached item at an index; nil when it is not cached, or the index is out of range.
    public func item(at index: Int) -> QueueItem? { itemID(at: index).flatMap { items[$0] } }

    /// Returns the id at an index; nil when the index is out of range.
    public func itemID(at index: Int) -> Int? { itemIDs.indices.contains(index) ? itemIDs[index] : nil }

    /// Returns the index of an item; nil when it is not in the queue.
    public func index(ofItem itemID: Int) -> Int? { itemIDs.firstIndex(of: itemID) }
}

/// A change that turns one version of a queue into the next, for lists that display it.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaQueueChange: Sendable, Hashable {
    /// The queue may have changed completely; discard all previous contents.
    case reloaded
    /// Items were inserted at these indexes of the new contents.
    case inserted(Range<Int>)
    /// Items were removed from these indexes of the old contents, in ascending order.
    case removed([Int])
    /// Items at these indexes, in ascending order, were fetched, evicted from the cache, or changed on the device.
    case updated([Int])
    /// The items with these ids could not be fetched; an empty array means the list of ids. Requesting them again
    /// retries.
    case failed(itemIDs: [Int], CastError)
}

/// A set of changes of a queue, with the resulting contents.
public struct MediaQueueUpdate: Sendable, Hashable {
    /// The changes, in order. Indexes refer to the contents before and after each change.
    public let changes: [MediaQueueChange]
    /// The contents after all changes.
    public let contents: MediaQueueContents
}
