import CastWire

/// The items of a media session in the order in which they are played.
///
/// Every load is a queue, most often of one item. Item ids count from 1 in each session. What senders do to a queue
/// while it plays (insert, update, reorder, …) has its place here.
struct MediaQueue: Sendable, Hashable {
    /// Never empty; each has media and an id.
    private(set) var items: [QueueItem]
    private(set) var currentIndex: Int
    var repeatMode: RepeatMode

    /// - Parameters:
    ///   - items: At least one.
    ///   - startIndex: Within the items.
    init(items: [QueueItem], startIndex: Int, repeatMode: RepeatMode) {
        precondition(items.indices.contains(startIndex), "a queue starts with one of its items")
        self.items = items
        for index in items.indices { self.items[index].itemID = index + 1 }
        currentIndex = startIndex
        self.repeatMode = repeatMode
    }

    var current: QueueItem { items[currentIndex] }

    /// The previous, the current and the next item: what a status lists (media namespace, MediaStatus `items`).
    var window: [QueueItem] {
        Array(items[max(currentIndex - 1, 0)...min(currentIndex + 1, items.count - 1)])
    }

    /// Goes on when an item has come to its natural end. False when the queue has ended.
    mutating func advance() -> Bool {
        switch repeatMode {
        case .single: return true
        case .all, .allAndShuffle: currentIndex = (currentIndex + 1) % items.count
        default:
            guard currentIndex + 1 < items.count else { return false }
            currentIndex += 1
        }
        return true
    }

    /// Goes on because the current item cannot be played. False when no item is left to try.
    mutating func skip() -> Bool {
        let wraps = repeatMode == .all || repeatMode == .allAndShuffle
        guard wraps || currentIndex + 1 < items.count else { return false }
        currentIndex = (currentIndex + 1) % items.count
        return true
    }

    /// Keeps what playing has found out about the current item.
    mutating func updateCurrent(_ media: MediaInformation) {
        items[currentIndex].media = media
    }
}
