// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The items of a media session, in playback order.
///
/// Every load creates a queue, most often with one item. Item ids start at 1 in each session and are never reused.
/// Edits return their result; the receiver notifies the senders.
struct ReceiverQueue: Sendable, Hashable {
    /// The maximum number of items: 5,000. Messages that list the ids of the whole queue then fit into one frame of 64
    /// KiB.
    static let itemLimit = 5_000
    /// The maximum size of the items as JSON, in bytes: 16 MiB.
    static let byteLimit = 16 * 1024 * 1024

    /// The minimum number of items for shuffling: 3.
    static let shuffleMinimum = 3

    private struct Entry: Sendable, Hashable {
        let id: Int
        /// The item with its id, without its index in the unshuffled order.
        var item: QueueItem
        var byteCount: Int

        init(id: Int, item: QueueItem) {
            self.id = id
            self.item = item
            self.item.itemID = id
            self.item.orderID = nil
            byteCount = self.item.json.jsonBytes.count
        }

        /// Whether the item is played. An item with a playback duration of zero is skipped.
        var isPlayed: Bool { item.playbackDuration != 0 }
    }

    /// The result of moving to another item.
    enum Step: Sendable, Hashable {
        case moved
        /// The queue started again in another order.
        case reshuffled
        /// No item is left to play.
        case ended
    }

    /// The result of removing items.
    struct Removal: Sendable, Hashable {
        enum Playback: Sendable, Hashable {
            /// The current item is still in the queue.
            case unchanged
            /// The current item was removed, and the next one is current.
            case moved
            /// The current item was removed, and no item follows.
            case ended
        }

        /// The removed ids, in queue order.
        var ids: [Int]
        var playback: Playback
    }

    /// Never empty.
    private var entries: [Entry]
    private(set) var currentIndex: Int
    var repeatMode: RepeatMode
    /// The ids in their order before shuffling; nil if the queue is not shuffled.
    private var unshuffled: [Int]?
    private var nextID: Int
    private var byteCount: Int
    /// The number of changes that were announced to senders.
    private(set) var sequenceNumber = 0

    /// - Parameters:
    ///   - items: The items, at least one.
    ///   - startIndex: The index of the first item to play.
    init(items: [QueueItem], startIndex: Int, repeatMode: RepeatMode) {
        precondition(items.indices.contains(startIndex), "startIndex must be the index of an item")
        entries = items.enumerated().map { Entry(id: $0.offset + 1, item: $0.element) }
        currentIndex = startIndex
        self.repeatMode = repeatMode
        nextID = items.count + 1
        byteCount = entries.reduce(0) { $0 + $1.byteCount }
    }

    /// Returns the sequence number for the next announced change.
    mutating func countChange() -> Int {
        sequenceNumber += 1
        return sequenceNumber
    }
}

// MARK: - Reading

extension ReceiverQueue {
    var count: Int { entries.count }
    var ids: [Int] { entries.map(\.id) }
    var current: QueueItem { entries[currentIndex].item }
    var currentID: Int { entries[currentIndex].id }
    var isShuffled: Bool { unshuffled != nil }
    var isWithinLimits: Bool { count <= Self.itemLimit && byteCount <= Self.byteLimit }

    /// Whether the queue continues at its beginning after the last item.
    var wraps: Bool { repeatMode == .all || repeatMode == .allAndShuffle }

    func index(of id: Int) -> Int? { entries.firstIndex { $0.id == id } }

    /// The previous, the current and the next item, which a status lists (media namespace, MediaStatus `items`).
    var window: [QueueItem] {
        items(at: max(currentIndex - 1, 0)..<min(currentIndex + 2, count))
    }

    /// Returns items as senders see them, with their index in the unshuffled order.
    func items(at range: Range<Int>) -> [QueueItem] {
        let unshuffledIndex = unshuffledIndexes(forMany: range.count > 8)
        return range.map { index in
            var item = entries[index].item
            item.orderID = unshuffledIndex(index)
            return item
        }
    }

    /// Returns the items with these ids, in the order of the ids; unknown ids are omitted.
    func items(withIDs ids: [Int]) -> [QueueItem] {
        let indexes = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.id, $0.offset) })
        let unshuffledIndex = unshuffledIndexes(forMany: true)
        return ids.compactMap { id in
            guard let index = indexes[id] else { return nil }
            var item = entries[index].item
            item.orderID = unshuffledIndex(index)
            return item
        }
    }

    /// Returns a function from an index to the index in the unshuffled order.
    ///
    /// - Parameter isForMany: Whether the function is called often, so that an index table is worthwhile.
    private func unshuffledIndexes(forMany isForMany: Bool) -> (Int) -> Int? {
        guard let unshuffled else { return { $0 } }
        guard isForMany else { return { unshuffled.firstIndex(of: entries[$0].id) } }
        let indexes = Dictionary(uniqueKeysWithValues: unshuffled.enumerated().map { ($0.element, $0.offset) })
        return { indexes[entries[$0].id] }
    }

    /// The item that follows at the natural end of the current one; nil if none follows or it is not known yet.
    var successor: QueueItem? {
        switch repeatMode {
        case .single: return nil
        case .allAndShuffle where currentIndex + 1 == count: return nil
        default: return nextPlayedIndex(after: currentIndex).map { entries[$0].item }
        }
    }

    var hasNext: Bool { wraps || nextPlayedIndex(after: currentIndex) != nil }
    var hasPrevious: Bool { wraps || currentIndex > 0 }

    /// Returns the index of the next item that is played.
    private func nextPlayedIndex(after index: Int) -> Int? {
        let next = index + 1..<count
        if let found = next.first(where: { entries[$0].isPlayed }) { return found }
        guard wraps else { return nil }
        return (0...index).first { entries[$0].isPlayed }
    }
}

// MARK: - Moving

extension ReceiverQueue {
    /// Moves on after the natural end of an item.
    mutating func advance(using generator: inout some RandomNumberGenerator) -> Step {
        repeatMode == .single ? .moved : skip(using: &generator)
    }

    /// Moves to the next item, even if the current item is to be repeated.
    mutating func skip(using generator: inout some RandomNumberGenerator) -> Step {
        move(to: currentIndex + 1, using: &generator)
    }

    /// Moves by a number of items, from the current item or from another one. The first item is the limit backward,
    /// unless the queue repeats.
    mutating func jump(
        by distance: Int,
        from id: Int? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> Step {
        // A jump is at most as long as the longest queue, so that the sum cannot overflow.
        let distance = min(max(distance, -Self.itemLimit), Self.itemLimit)
        let target = (id.flatMap(index(of:)) ?? currentIndex) + distance
        guard distance < 0, target < count else { return move(to: target, using: &generator) }
        let index = wraps ? (target % count + count) % count : max(target, 0)
        // A backward jump also skips items backward.
        if let found = entries[...index].lastIndex(where: \.isPlayed) {
            currentIndex = found
            return .moved
        }
        return selectPlayedItem(at: index)
    }

    /// Makes the item at this index current, or the next one that is played. After the last item, the repeat mode
    /// applies.
    private mutating func move(to target: Int, using generator: inout some RandomNumberGenerator) -> Step {
        guard target >= count else { return selectPlayedItem(at: target) }
        guard wraps else { return .ended }
        guard repeatMode == .allAndShuffle, count > 1 else { return selectPlayedItem(at: target % count) }
        shuffle(using: &generator)
        return selectPlayedItem(at: 0) == .ended ? .ended : .reshuffled
    }

    /// Makes an item current, or the first one after it that is played.
    private mutating func selectPlayedItem(at index: Int) -> Step {
        guard let found = entries[index].isPlayed ? index : nextPlayedIndex(after: index) else { return .ended }
        currentIndex = found
        return .moved
    }

    /// Makes the item with this id current. Returns false if the id is unknown.
    mutating func jump(to id: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        currentIndex = index
        return true
    }

    /// Makes the first item that is played current. Returns false if no item is played.
    mutating func start() -> Bool { selectPlayedItem(at: currentIndex) != .ended }

    /// Shuffles the items. The current index does not change, so another item may become the current one.
    mutating func shuffle(using generator: inout some RandomNumberGenerator) {
        unshuffled = unshuffled ?? ids
        entries.shuffle(using: &generator)
    }

    /// Restores the order before shuffling; the current item stays current. Returns false if the queue is not shuffled.
    mutating func unshuffle() -> Bool {
        guard let order = unshuffled else { return false }
        let id = currentID
        let byID = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
        entries = order.compactMap { byID[$0] }
        unshuffled = nil
        currentIndex = index(of: id) ?? 0
        return true
    }
}

// MARK: - Editing

extension ReceiverQueue {
    /// Inserts items before another item, or at the end if there is no such item.
    ///
    /// - Returns: The ids of the new items.
    mutating func insert(_ items: [QueueItem], before id: Int?) -> [Int] {
        let new = items.enumerated().map { Entry(id: nextID + $0.offset, item: $0.element) }
        let ids = new.map(\.id)
        nextID += new.count
        byteCount += new.reduce(0) { $0 + $1.byteCount }
        let insertionIndex = id.flatMap(index(of:))
        entries.insert(contentsOf: new, at: insertionIndex ?? count)
        if let insertionIndex, insertionIndex <= currentIndex { currentIndex += new.count }
        if var order = unshuffled {
            order.insert(
                contentsOf: ids,
                at: insertionIndex == nil ? order.count : id.flatMap(order.firstIndex(of:)) ?? order.count
            )
            unshuffled = order
        }
        return ids
    }

    /// Removes items.
    ///
    /// A queue is never empty: if no item would be left to play, it remains unchanged, and the result is
    /// ``Removal/Playback/ended``.
    mutating func remove(_ ids: [Int]) -> Removal {
        let removedIDs = Set(ids)
        let removed = entries.map(\.id).filter(removedIDs.contains)
        guard removedIDs.contains(currentID) else {
            let before = entries[..<currentIndex].count { removedIDs.contains($0.id) }
            drop(removedIDs)
            currentIndex -= before
            return Removal(ids: removed, playback: .unchanged)
        }
        let rest = entries[currentIndex...].first { !removedIDs.contains($0.id) && $0.isPlayed }
        let next = rest ?? (wraps ? entries.first { !removedIDs.contains($0.id) && $0.isPlayed } : nil)
        guard let next else { return Removal(ids: removed, playback: .ended) }
        drop(removedIDs)
        currentIndex = index(of: next.id) ?? 0
        return Removal(ids: removed, playback: .moved)
    }

    private mutating func drop(_ ids: Set<Int>) {
        entries.removeAll { ids.contains($0.id) }
        unshuffled?.removeAll(where: ids.contains)
        byteCount = entries.reduce(0) { $0 + $1.byteCount }
    }

    /// Moves items, in the given order, before another item, or to the end if there is no such item.
    ///
    /// - Returns: The ids that were moved; unknown ids are omitted.
    mutating func reorder(_ ids: [Int], before id: Int?) -> [Int] {
        let current = currentID
        let byID = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
        let moved = ids.compactMap { byID[$0] }
        let movedIDs = Set(moved.map(\.id))
        entries.removeAll { movedIDs.contains($0.id) }
        entries.insert(contentsOf: moved, at: id.flatMap(index(of:)) ?? count)
        currentIndex = index(of: current) ?? 0
        return moved.map(\.id)
    }

    /// Updates properties of items. The given keys replace existing ones.
    ///
    /// - Returns: The ids of the changed items; unknown ids are omitted.
    mutating func update(_ items: [Int: QueueItem]) -> [Int] {
        var changed: [Int] = []
        for index in entries.indices {
            guard let update = items[entries[index].id] else { continue }
            var item = entries[index].item
            for member in update.fields.members where !member.value.isNull { item.fields[member.key] = member.value }
            byteCount -= entries[index].byteCount
            entries[index] = Entry(id: entries[index].id, item: item)
            byteCount += entries[index].byteCount
            changed.append(entries[index].id)
        }
        return changed
    }

    /// Stores the properties that playback has found in the current item.
    mutating func updateCurrent(_ media: MediaInformation) {
        // Another URL means other media: an update that arrived during playback of the old media is kept.
        guard entries[currentIndex].item.media?.url == media.url else { return }
        entries[currentIndex].item.media = media
    }
}
