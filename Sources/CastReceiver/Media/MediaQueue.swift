import CastWire

/// The items of a media session in the order in which they are played.
///
/// Every load is a queue, most often of one item. Item ids count from 1 in each session and are never given twice.
/// Each edit says what came of it; telling senders is the receiver's business.
struct MediaQueue: Sendable, Hashable {
    /// How many items a queue holds: 5,000. Their ids, with which some messages list the whole queue, then fit into
    /// one frame of 64 KiB.
    static let itemLimit = 5_000
    /// How much JSON the items of a queue may be: 16 MiB.
    static let byteLimit = 16 * 1024 * 1024

    /// Fewer items have no order worth the name: 3.
    static let shuffleMinimum = 3

    private struct Entry: Sendable, Hashable {
        let id: Int
        /// With its id, and without the place in the unshuffled order.
        var item: QueueItem
        var byteCount: Int

        init(id: Int, item: QueueItem) {
            self.id = id
            self.item = item
            self.item.itemID = id
            self.item.orderID = nil
            byteCount = self.item.json.jsonBytes.count
        }

        /// An item that is to be played for no time at all is passed over.
        var isPlayed: Bool { item.playbackDuration != 0 }
    }

    /// What came of going on to another item.
    enum Step: Sendable, Hashable {
        case moved
        /// The queue began again in another order.
        case reshuffled
        /// Nothing is left to play.
        case ended
    }

    /// What came of taking items out.
    struct Removal: Sendable, Hashable {
        enum Playback: Sendable, Hashable {
            /// The current item is still there.
            case goesOn
            /// The current item is gone, and the next one is current.
            case moved
            /// The current item is gone, and nothing follows.
            case ended
        }

        /// In the order of the queue.
        var ids: [Int]
        var playback: Playback
    }

    /// Never empty.
    private var entries: [Entry]
    private(set) var currentIndex: Int
    var repeatMode: RepeatMode
    /// The ids before shuffling; nil while that is the order.
    private var unshuffled: [Int]?
    private var nextID: Int
    private var byteCount: Int
    /// How many changes of the queue senders were told of.
    private(set) var sequenceNumber = 0

    /// - Parameters:
    ///   - items: At least one.
    ///   - startIndex: Within the items.
    init(items: [QueueItem], startIndex: Int, repeatMode: RepeatMode) {
        precondition(items.indices.contains(startIndex), "a queue starts with one of its items")
        entries = items.enumerated().map { Entry(id: $0.offset + 1, item: $0.element) }
        currentIndex = startIndex
        self.repeatMode = repeatMode
        nextID = items.count + 1
        byteCount = entries.reduce(0) { $0 + $1.byteCount }
    }

    /// The number of the change that senders are told of next.
    mutating func countChange() -> Int {
        sequenceNumber += 1
        return sequenceNumber
    }
}

// MARK: - Looking

extension MediaQueue {
    var count: Int { entries.count }
    var ids: [Int] { entries.map(\.id) }
    var current: QueueItem { entries[currentIndex].item }
    var currentID: Int { entries[currentIndex].id }
    var isShuffled: Bool { unshuffled != nil }
    var isWithinLimits: Bool { count <= Self.itemLimit && byteCount <= Self.byteLimit }

    /// Whether the end is followed by the beginning.
    var wraps: Bool { repeatMode == .all || repeatMode == .allAndShuffle }

    func index(of id: Int) -> Int? { entries.firstIndex { $0.id == id } }

    /// The previous, the current and the next item: what a status lists (media namespace, MediaStatus `items`).
    var window: [QueueItem] {
        items(at: max(currentIndex - 1, 0)..<min(currentIndex + 2, count))
    }

    /// Items as senders see them, with their place in the unshuffled order.
    func items(at range: Range<Int>) -> [QueueItem] {
        let orders = orders(many: range.count > 8)
        return range.map { index in
            var item = entries[index].item
            item.orderID = orders(index)
            return item
        }
    }

    /// The items with these ids, in the order of the ids; unknown ones are left out.
    func items(withIDs ids: [Int]) -> [QueueItem] {
        let places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.id, $0.offset) })
        let orders = orders(many: true)
        return ids.compactMap { id in
            guard let index = places[id] else { return nil }
            var item = entries[index].item
            item.orderID = orders(index)
            return item
        }
    }

    private func orders(many: Bool) -> (Int) -> Int? {
        guard let unshuffled else { return { $0 } }
        guard many else { return { unshuffled.firstIndex(of: entries[$0].id) } }
        let places = Dictionary(uniqueKeysWithValues: unshuffled.enumerated().map { ($0.element, $0.offset) })
        return { places[entries[$0].id] }
    }

    /// The item that follows at the natural end of the current one, where that is known already.
    var successor: QueueItem? {
        switch repeatMode {
        case .single: return nil
        case .allAndShuffle where currentIndex + 1 == count: return nil
        default: return follower(of: currentIndex).map { entries[$0].item }
        }
    }

    var hasNext: Bool { wraps || follower(of: currentIndex) != nil }
    var hasPrevious: Bool { wraps || currentIndex > 0 }

    /// The next item that is played at all.
    private func follower(of index: Int) -> Int? {
        let next = index + 1..<count
        if let found = next.first(where: { entries[$0].isPlayed }) { return found }
        guard wraps else { return nil }
        return (0...index).first { entries[$0].isPlayed }
    }
}

// MARK: - Moving

extension MediaQueue {
    /// Goes on when an item has come to its natural end.
    mutating func advance(using generator: inout some RandomNumberGenerator) -> Step {
        repeatMode == .single ? .moved : skip(using: &generator)
    }

    /// Goes on to the next item whatever the repeat mode says of the current one.
    mutating func skip(using generator: inout some RandomNumberGenerator) -> Step {
        move(to: currentIndex + 1, using: &generator)
    }

    /// Goes so many items forward or back, from the current item or from another. In front of the first item is the
    /// first, unless the queue repeats.
    mutating func jump(
        by distance: Int,
        from id: Int? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> Step {
        // So far that it cannot be counted is as far as from one end to the other.
        let distance = min(max(distance, -Self.itemLimit), Self.itemLimit)
        let target = (id.flatMap(index(of:)) ?? currentIndex) + distance
        guard distance < 0, target < count else { return move(to: target, using: &generator) }
        let index = wraps ? (target % count + count) % count : max(target, 0)
        // Going back passes over items backwards.
        if let found = entries[...index].lastIndex(where: \.isPlayed) {
            currentIndex = found
            return .moved
        }
        return settle(at: index)
    }

    /// The item at this index becomes current, or the next one that is played at all; behind the last one, what the
    /// repeat mode says.
    private mutating func move(to target: Int, using generator: inout some RandomNumberGenerator) -> Step {
        guard target >= count else { return settle(at: target) }
        guard wraps else { return .ended }
        guard repeatMode == .allAndShuffle, count > 1 else { return settle(at: target % count) }
        shuffle(using: &generator)
        return settle(at: 0) == .ended ? .ended : .reshuffled
    }

    /// Makes an item current, or the first one behind it that is played.
    private mutating func settle(at index: Int) -> Step {
        guard let found = entries[index].isPlayed ? index : follower(of: index) else { return .ended }
        currentIndex = found
        return .moved
    }

    /// The item with this id becomes current. False when there is none.
    mutating func jump(to id: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        currentIndex = index
        return true
    }

    /// Makes the first item that is played current; false when none is.
    mutating func start() -> Bool { settle(at: currentIndex) != .ended }

    /// Puts the items into a random order. The place of the current item stays, whichever item comes there.
    mutating func shuffle(using generator: inout some RandomNumberGenerator) {
        unshuffled = unshuffled ?? ids
        entries.shuffle(using: &generator)
    }

    /// Goes back to the order before shuffling; the current item stays current. False when that is the order.
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

extension MediaQueue {
    /// Puts new items in front of another one, or at the end where there is no such item.
    ///
    /// - Returns: The ids of the new items.
    mutating func insert(_ items: [QueueItem], before id: Int?) -> [Int] {
        let new = items.enumerated().map { Entry(id: nextID + $0.offset, item: $0.element) }
        let ids = new.map(\.id)
        nextID += new.count
        byteCount += new.reduce(0) { $0 + $1.byteCount }
        let place = id.flatMap(index(of:))
        entries.insert(contentsOf: new, at: place ?? count)
        if let place, place <= currentIndex { currentIndex += new.count }
        if var order = unshuffled {
            order.insert(
                contentsOf: ids,
                at: place == nil ? order.count : id.flatMap(order.firstIndex(of:)) ?? order.count
            )
            unshuffled = order
        }
        return ids
    }

    /// Takes items out. The queue keeps at least one: where all would go, or nothing follows the current item, only
    /// the outcome says so.
    mutating func remove(_ ids: [Int]) -> Removal {
        let gone = Set(ids)
        let removed = entries.map(\.id).filter(gone.contains)
        guard gone.contains(currentID) else {
            let before = entries[..<currentIndex].count { gone.contains($0.id) }
            drop(gone)
            currentIndex -= before
            return Removal(ids: removed, playback: .goesOn)
        }
        let rest = entries[currentIndex...].first { !gone.contains($0.id) && $0.isPlayed }
        let next = rest ?? (wraps ? entries.first { !gone.contains($0.id) && $0.isPlayed } : nil)
        guard let next else { return Removal(ids: removed, playback: .ended) }
        drop(gone)
        currentIndex = index(of: next.id) ?? 0
        return Removal(ids: removed, playback: .moved)
    }

    private mutating func drop(_ ids: Set<Int>) {
        entries.removeAll { ids.contains($0.id) }
        unshuffled?.removeAll(where: ids.contains)
        byteCount = entries.reduce(0) { $0 + $1.byteCount }
    }

    /// Puts items, in the order given, in front of another one, or at the end where there is no such item.
    ///
    /// - Returns: The ids that were moved; unknown ones are left out.
    mutating func reorder(_ ids: [Int], before id: Int?) -> [Int] {
        let current = currentID
        let byID = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
        let moved = ids.compactMap { byID[$0] }
        let isMoved = Set(moved.map(\.id))
        entries.removeAll { isMoved.contains($0.id) }
        entries.insert(contentsOf: moved, at: id.flatMap(index(of:)) ?? count)
        currentIndex = index(of: current) ?? 0
        return moved.map(\.id)
    }

    /// Changes what is known of items: the keys that are given win.
    ///
    /// - Returns: The ids of the changed items; unknown ones are left out.
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

    /// Keeps what playing has found out about the current item.
    mutating func updateCurrent(_ media: MediaInformation) {
        // Another address is another medium: an update that came while the old one played stays.
        guard entries[currentIndex].item.media?.url == media.url else { return }
        entries[currentIndex].item.media = media
    }
}
