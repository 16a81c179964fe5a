public import CastWire

/// A queue as far as it is known: the ids of all items in order, and some of the items in full.
public struct MediaQueueContents: Sendable, Hashable {
    /// The ids of all items, in order.
    public let itemIDs: [Int]
    /// The items that are known in full, by id.
    public let items: [Int: QueueItem]
    /// Whether the ids are those that the device has now; false while they are fetched.
    public let isCurrent: Bool

    package init(itemIDs: [Int] = [], items: [Int: QueueItem] = [:], isCurrent: Bool = false) {
        self.itemIDs = itemIDs
        self.items = items
        self.isCurrent = isCurrent
    }

    /// How many items the queue has.
    public var count: Int { itemIDs.count }

    /// The item at an index; nil when it is not known in full, or the index is outside.
    public func item(at index: Int) -> QueueItem? { itemID(at: index).flatMap { items[$0] } }

    /// The id at an index; nil outside.
    public func itemID(at index: Int) -> Int? { itemIDs.indices.contains(index) ? itemIDs[index] : nil }

    /// Where an item stands; nil when it is not in the queue.
    public func index(ofItem itemID: Int) -> Int? { itemIDs.firstIndex(of: itemID) }
}
