// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The ids of a queue's items, in order and each once, and how a QUEUE_CHANGE changes them.
struct QueueOrder: Equatable {
    private(set) var ids: [Int] = []
    /// The indexes of the ids.
    private var indexes: [Int: Int] = [:]

    init() {}

    /// Takes the first `limit` different ids.
    init(_ ids: [Int], limit: Int = .max) {
        self.ids = Self.unique(ids, limit: limit)
        updateIndexes()
    }

    // The indexes follow from the ids.
    static func == (one: QueueOrder, other: QueueOrder) -> Bool { one.ids == other.ids }

    func index(of id: Int) -> Int? { indexes[id] }

    func contains(_ id: Int) -> Bool { indexes[id] != nil }

    /// The indexes of those ids that are in the queue, each once and in ascending order.
    func indexes(of ids: some Sequence<Int>) -> [Int] {
        Set(ids).compactMap { indexes[$0] }.sorted()
    }

    /// Inserts ids that are not in the queue, before another one, or at the end. Returns where they are; nil if nothing was
    /// inserted.
    mutating func insert(_ new: [Int], before next: Int?, limit: Int) -> Range<Int>? {
        let inserted = Self.unique(new.filter { !contains($0) }, limit: max(0, limit - ids.count))
        guard !inserted.isEmpty else { return nil }
        let index = next.flatMap { indexes[$0] } ?? ids.count
        ids.insert(contentsOf: inserted, at: index)
        updateIndexes()
        return index..<(index + inserted.count)
    }

    /// The order without some ids.
    func removing(_ removed: [Int]) -> QueueOrder {
        let removed = Set(removed)
        return QueueOrder(ids.filter { !removed.contains($0) })
    }

    /// The order after an UPDATE.
    ///
    /// An UPDATE contains either the complete new order, or the moved ids and the item before which they were moved. The moved ids are
    /// in `reorderItemIds`, or in `itemIds` if there is a destination. Returns nil for any other UPDATE.
    func updated(by update: QueueChangeMessage, limit: Int) -> QueueOrder? {
        let listed = Self.unique(update.itemIDs ?? [], limit: limit)
        let isPart = listed.count < ids.count && listed.allSatisfy(contains)
        if !listed.isEmpty, !isPart { return QueueOrder(listed) }
        var moved = update.reorderItemIDs ?? []
        if moved.isEmpty, update.insertBefore != nil { moved = listed }
        moved = Self.unique(moved, limit: ids.count)
        guard !moved.isEmpty, moved.allSatisfy(contains) else { return nil }
        let movedIDs = Set(moved)
        let remaining = ids.filter { !movedIDs.contains($0) }
        let index = update.insertBefore.flatMap { remaining.firstIndex(of: $0) } ?? remaining.count
        return QueueOrder(Array(remaining[..<index]) + moved + Array(remaining[index...]))
    }

    private mutating func updateIndexes() {
        indexes = Dictionary(minimumCapacity: ids.count)
        for (index, id) in ids.enumerated() { indexes[id] = index }
    }

    private static func unique(_ ids: [Int], limit: Int) -> [Int] {
        var seen: Set<Int> = []
        return Array(ids.filter { seen.insert($0).inserted }.prefix(limit))
    }
}
