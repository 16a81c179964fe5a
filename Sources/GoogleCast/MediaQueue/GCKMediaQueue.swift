import CastSender
import CastWire
public import Foundation

/// The whole queue of a receiver: the ids of all items in order, and some of the items in full.
///
/// It only looks; ``GCKRemoteMediaClient`` changes the queue, and what it and other senders change shows here. Items
/// are fetched in batches, 50 ms after the first was asked for. When the media session ends, or the connection, the
/// queue is empty.
@preconcurrency @MainActor
open class GCKMediaQueue: NSObject {
    let number: Int
    private let capacity: Int
    let fetchLimit: Int
    private var delegates: [any GCKMediaQueueDelegate] = []
    private var contents = MediaQueueContents()
    /// How often the engine's queue is still to be emptied as this one is already; what it tells until then is old.
    private var pendingClears = 0
    /// Items that were handed out, by id, so that the same object is handed out again.
    private var made: [Int: (wire: QueueItem, item: GCKMediaQueueItem)] = [:]
    private let following: Following

    /// A queue that keeps up to 20 items.
    public convenience init(remoteMediaClient: GCKRemoteMediaClient) {
        self.init(remoteMediaClient: remoteMediaClient, cacheSize: 20)
    }

    /// A queue that fetches up to 20 items at once.
    ///
    /// - Parameter cacheSize: How many items are kept in full; not 0.
    public convenience init(remoteMediaClient: GCKRemoteMediaClient, cacheSize: UInt) {
        self.init(remoteMediaClient: remoteMediaClient, cacheSize: cacheSize, maxFetchCount: 20)
    }

    /// A queue with sizes of its own.
    ///
    /// - Parameters:
    ///   - remoteMediaClient: Whose queue it is. It is not kept alive.
    ///   - cacheSize: How many items are kept in full; not 0, for which the original raises.
    ///   - maxFetchCount: How many items are fetched at once, and wait to be; 0 means 1.
    public init(remoteMediaClient: GCKRemoteMediaClient, cacheSize: UInt, maxFetchCount: UInt) {
        requireMainThread(of: GCKMediaQueue.self)
        guard cacheSize > 0 else {
            raise("NSInvalidArgumentException", "A GCKMediaQueue with a cacheSize of 0 holds no items")
        }
        capacity = Int(clamping: cacheSize)
        fetchLimit = max(1, Int(clamping: maxFetchCount))
        number = remoteMediaClient.nextNumber()
        following = Following(number: number)
        super.init()
        remoteMediaClient.follow(self)
    }

    // MARK: Contents

    /// How many items the queue has.
    open var itemCount: UInt {
        requireMainThread(of: GCKMediaQueue.self)
        return UInt(contents.count)
    }

    /// How many items can be kept in full.
    open var cacheSize: UInt {
        requireMainThread(of: GCKMediaQueue.self)
        return UInt(capacity)
    }

    /// How many items are kept in full.
    open var cachedItemCount: UInt {
        requireMainThread(of: GCKMediaQueue.self)
        return UInt(contents.items.count)
    }

    /// The item at an index if it is here; otherwise it is fetched.
    open func item(at index: UInt) -> GCKMediaQueueItem? {
        requireMainThread(of: GCKMediaQueue.self)
        return item(at: index, fetchIfNeeded: true)
    }

    /// The item at an index if it is here.
    ///
    /// - Parameter fetch: Whether it is fetched otherwise; delegates are told when it has come.
    open func item(at index: UInt, fetchIfNeeded fetch: Bool) -> GCKMediaQueueItem? {
        requireMainThread(of: GCKMediaQueue.self)
        guard let id = Int(exactly: index).flatMap({ contents.itemID(at: $0) }) else { return nil }
        let item = contents.items[id]
        if item != nil || fetch { following.touch { $0.cachedItem(withID: id, fetch: fetch) } }
        return item.flatMap { made(id, from: $0) }
    }

    /// The id at an index; ``kGCKMediaQueueInvalidItemID`` outside.
    open func itemID(at index: UInt) -> UInt {
        requireMainThread(of: GCKMediaQueue.self)
        return UInt(itemID: Int(exactly: index).flatMap { contents.itemID(at: $0) })
    }

    /// Where an item stands; `NSNotFound` for one that is not in the queue.
    open func indexOfItem(withID itemID: UInt) -> Int {
        requireMainThread(of: GCKMediaQueue.self)
        return Int(itemID: itemID).flatMap { contents.index(ofItem: $0) } ?? NSNotFound
    }

    /// Forgets the items and fetches the ids again. Until they come the old ones stay.
    open func reload() {
        requireMainThread(of: GCKMediaQueue.self)
        made = [:]
        contents = MediaQueueContents(itemIDs: contents.itemIDs)
        following.touch { $0.reload() }
    }

    /// Empties the queue here, until the next media session or ``reload()``. The receiver's is not touched.
    open func clear() {
        requireMainThread(of: GCKMediaQueue.self)
        pendingClears += 1
        following.touch(isReported: true) { $0.clear() }
        if !following.isAttached { pendingClears = 0 }
        empty()
    }

    // MARK: Delegates

    /// Adds a delegate, which is kept alive until it is removed.
    open func add(_ delegate: any GCKMediaQueueDelegate) {
        requireMainThread(of: GCKMediaQueue.self)
        guard !delegates.contains(where: { $0 === delegate }) else { return }
        delegates.append(delegate)
    }

    /// Removes a delegate.
    open func remove(_ delegate: any GCKMediaQueueDelegate) {
        requireMainThread(of: GCKMediaQueue.self)
        delegates.removeAll { $0 === delegate }
    }

    // MARK: The engine

    /// There is an engine to follow.
    func attach(to feed: MediaFeed) {
        following.feed = feed
        feed.follow(number, cacheSize: capacity, fetchLimit: fetchLimit)
    }

    /// The connection is lost. When there is another, the feed tells what there is.
    func disconnected() { empty() }

    func touched() { pendingClears = max(0, pendingClears - 1) }

    func received(_ update: MediaQueueUpdate) {
        guard pendingClears == 0 else { return }
        let calls = update.changes.compactMap { call(for: $0) }
        guard !calls.isEmpty else {
            contents = update.contents
            return
        }
        change(to: update.contents, calls)
    }

    private typealias Call = (any GCKMediaQueueDelegate, GCKMediaQueue) -> Void

    private func call(for change: MediaQueueChange) -> Call? {
        switch change {
        case .reloaded: { $0.mediaQueueDidReloadItems($1) }
        case .inserted(let range): { $0.mediaQueue($1, didInsertItemsIn: NSRange(range)) }
        case .removed(let indexes): { $0.mediaQueue($1, didRemoveItemsAtIndexes: indexes.numbers) }
        case .updated(let indexes): { $0.mediaQueue($1, didUpdateItemsAtIndexes: indexes.numbers) }
        case .failed: nil
        }
    }

    private func empty() {
        guard contents.count > 0 else { return }
        change(to: MediaQueueContents()) { $0.mediaQueueDidReloadItems($1) }
    }

    private func change(to contents: MediaQueueContents, _ calls: [Call]) {
        tell { $0.mediaQueueWillChange($1) }
        self.contents = contents
        made = made.filter { contents.items[$0.key] != nil }
        for call in calls { tell(call) }
        tell { $0.mediaQueueDidChange($1) }
    }

    private func change(to contents: MediaQueueContents, _ call: @escaping Call) { change(to: contents, [call]) }

    private func tell(_ call: Call) {
        for delegate in delegates where delegates.contains(where: { $0 === delegate }) { call(delegate, self) }
    }

    private func made(_ id: Int, from wire: QueueItem) -> GCKMediaQueueItem? {
        if let known = made[id], known.wire == wire { return known.item }
        let item = GCKMediaQueueItem.received(wire)
        made[id] = item.map { (wire, $0) }
        return item
    }

    /// The engine's queue, which is left when nobody holds this one.
    private final class Following {
        weak var feed: MediaFeed?
        private let number: Int

        init(number: Int) { self.number = number }

        deinit { feed?.leave(number) }

        var isAttached: Bool { feed != nil }

        func touch(isReported: Bool = false, _ deed: @escaping @Sendable (isolated MediaQueue) -> Void) {
            feed?.touch(number, isReported: isReported, deed)
        }
    }
}

extension [Int] {
    /// The numbers as this API has them.
    var numbers: [NSNumber] { map { NSNumber(value: $0) } }
}
