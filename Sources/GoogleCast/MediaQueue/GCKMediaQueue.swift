// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// A read-only view of a receiver's queue: the IDs of all items in order, and a cache of complete items.
///
/// The queue is edited with ``GCKRemoteMediaClient``. Changes by this client and by other senders appear here. Items
/// are fetched in batches, 50 ms after the first one was requested. When the media session or the connection ends, the
/// queue is empty.
@preconcurrency @MainActor
#if canImport(ObjectiveC)
@objc(GCKMediaQueue)@objcMembers
#endif
open class GCKMediaQueue: NSObject {
    let number: Int
    private let capacity: Int
    let fetchLimit: Int
    private var delegates: [any GCKMediaQueueDelegate] = []
    private var contents = MediaQueueContents()
    /// The number of `clear()` calls that the engine has yet to process. Its updates are outdated until then.
    private var pendingClears = 0
    /// The item objects that were returned, by ID, so that the same object is returned again.
    private var itemObjects: [Int: (wire: QueueItem, item: GCKMediaQueueItem)] = [:]
    private let registration: Registration

    /// Creates a queue that caches up to 20 items.
    public convenience init(remoteMediaClient: GCKRemoteMediaClient) {
        self.init(remoteMediaClient: remoteMediaClient, cacheSize: 20)
    }

    /// Creates a queue that fetches up to 20 items at once.
    ///
    /// - Parameters:
    ///   - remoteMediaClient: The client of the queue. It isn't retained.
    ///   - cacheSize: The maximum number of cached items. Must not be 0.
    public convenience init(remoteMediaClient: GCKRemoteMediaClient, cacheSize: UInt) {
        self.init(remoteMediaClient: remoteMediaClient, cacheSize: cacheSize, maxFetchCount: 20)
    }

    /// Creates a queue with a cache size and a fetch limit.
    ///
    /// - Parameters:
    ///   - remoteMediaClient: The client of the queue. It isn't retained.
    ///   - cacheSize: The maximum number of cached items. The program stops if it is 0, where the original framework
    ///     raises an exception.
    ///   - maxFetchCount: The maximum number of items that are fetched at once or wait to be fetched. 0 means 1.
    public init(remoteMediaClient: GCKRemoteMediaClient, cacheSize: UInt, maxFetchCount: UInt) {
        requireMainThread(of: GCKMediaQueue.self)
        guard cacheSize > 0 else {
            raise("NSInvalidArgumentException", "the cacheSize of a GCKMediaQueue must not be 0")
        }
        capacity = Int(clamping: cacheSize)
        fetchLimit = max(1, Int(clamping: maxFetchCount))
        number = remoteMediaClient.nextNumber()
        registration = Registration(number: number)
        super.init()
        remoteMediaClient.follow(self)
    }

    // MARK: Contents

    /// The number of items in the queue.
    open var itemCount: UInt {
        requireMainThread(of: GCKMediaQueue.self)
        return UInt(contents.count)
    }

    /// The maximum number of cached items.
    open var cacheSize: UInt {
        requireMainThread(of: GCKMediaQueue.self)
        return UInt(capacity)
    }

    /// The number of cached items.
    open var cachedItemCount: UInt {
        requireMainThread(of: GCKMediaQueue.self)
        return UInt(contents.items.count)
    }

    /// Returns the item at an index if it is cached. Otherwise returns nil and fetches the item.
    #if canImport(ObjectiveC)
    @objc(itemAtIndex:)
    #endif
    open func item(at index: UInt) -> GCKMediaQueueItem? {
        requireMainThread(of: GCKMediaQueue.self)
        return item(at: index, fetchIfNeeded: true)
    }

    /// Returns the item at an index if it is cached, or nil.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - fetch: Whether to fetch an item that isn't cached. Delegates are notified when it arrives.
    #if canImport(ObjectiveC)
    @objc(itemAtIndex:fetchIfNeeded:)
    #endif
    open func item(at index: UInt, fetchIfNeeded fetch: Bool) -> GCKMediaQueueItem? {
        requireMainThread(of: GCKMediaQueue.self)
        guard let id = Int(exactly: index).flatMap({ contents.itemID(at: $0) }) else { return nil }
        let item = contents.items[id]
        if item != nil || fetch { registration.perform { $0.cachedItem(withID: id, fetch: fetch) } }
        return item.flatMap { itemObject(id, from: $0) }
    }

    /// Returns the ID at an index, or ``kGCKMediaQueueInvalidItemID`` if the index is out of range.
    #if canImport(ObjectiveC)
    @objc(itemIDAtIndex:)
    #endif
    open func itemID(at index: UInt) -> UInt {
        requireMainThread(of: GCKMediaQueue.self)
        return UInt(itemID: Int(exactly: index).flatMap { contents.itemID(at: $0) })
    }

    /// Returns the index of an item, or `NSNotFound` if it isn't in the queue.
    open func indexOfItem(withID itemID: UInt) -> Int {
        requireMainThread(of: GCKMediaQueue.self)
        return Int(itemID: itemID).flatMap { contents.index(ofItem: $0) } ?? NSNotFound
    }

    /// Clears the cache and fetches the item IDs again. The current IDs are kept until then.
    open func reload() {
        requireMainThread(of: GCKMediaQueue.self)
        itemObjects = [:]
        contents = MediaQueueContents(itemIDs: contents.itemIDs)
        registration.perform { $0.reload() }
    }

    /// Clears this view of the queue until the next media session or ``reload()``. The receiver's queue isn't changed.
    open func clear() {
        requireMainThread(of: GCKMediaQueue.self)
        pendingClears += 1
        registration.perform(isReported: true) { $0.clear() }
        if !registration.isAttached { pendingClears = 0 }
        clearContents()
    }

    // MARK: Delegates

    /// Adds a delegate, which is retained until it is removed.
    #if canImport(ObjectiveC)
    @objc(addDelegate:)
    #endif
    open func add(_ delegate: any GCKMediaQueueDelegate) {
        requireMainThread(of: GCKMediaQueue.self)
        guard !delegates.contains(where: { $0 === delegate }) else { return }
        delegates.append(delegate)
    }

    /// Removes a delegate.
    #if canImport(ObjectiveC)
    @objc(removeDelegate:)
    #endif
    open func remove(_ delegate: any GCKMediaQueueDelegate) {
        requireMainThread(of: GCKMediaQueue.self)
        delegates.removeAll { $0 === delegate }
    }

    // MARK: Engine

    /// Starts to follow the engine's queue.
    func attach(to feed: MediaFeed) {
        registration.feed = feed
        feed.follow(number, cacheSize: capacity, fetchLimit: fetchLimit)
    }

    /// Clears the queue when the connection is lost. The feed reports the contents after a reconnection.
    func disconnected() { clearContents() }

    /// Called when the engine has processed a `clear()` call.
    func processed() { pendingClears = max(0, pendingClears - 1) }

    func received(_ update: MediaQueueUpdate) {
        guard pendingClears == 0 else { return }
        let calls = update.changes.compactMap { call(for: $0) }
        guard !calls.isEmpty else {
            contents = update.contents
            return
        }
        change(to: update.contents, calls)
    }

    private typealias Call = (GCKMediaQueueDelegateMethods, GCKMediaQueue) -> Void

    private func call(for change: MediaQueueChange) -> Call? {
        switch change {
        case .reloaded: { $0.mediaQueueDidReloadItems($1) }
        case .inserted(let range): { $0.mediaQueue($1, didInsertItemsIn: NSRange(range)) }
        case .removed(let indexes): { $0.mediaQueue($1, didRemoveItemsAtIndexes: indexes.numbers) }
        case .updated(let indexes): { $0.mediaQueue($1, didUpdateItemsAtIndexes: indexes.numbers) }
        case .failed: nil
        }
    }

    private func clearContents() {
        guard contents.count > 0 else { return }
        change(to: MediaQueueContents()) { $0.mediaQueueDidReloadItems($1) }
    }

    private func change(to contents: MediaQueueContents, _ calls: [Call]) {
        notify { $0.mediaQueueWillChange($1) }
        self.contents = contents
        itemObjects = itemObjects.filter { contents.items[$0.key] != nil }
        for call in calls { notify(call) }
        notify { $0.mediaQueueDidChange($1) }
    }

    private func change(to contents: MediaQueueContents, _ call: @escaping Call) { change(to: contents, [call]) }

    private func notify(_ call: Call) {
        for delegate in delegates where delegates.contains(where: { $0 === delegate }) {
            call(delegate.implemented, self)
        }
    }

    private func itemObject(_ id: Int, from wire: QueueItem) -> GCKMediaQueueItem? {
        if let known = itemObjects[id], known.wire == wire { return known.item }
        let item = GCKMediaQueueItem.received(wire)
        itemObjects[id] = item.map { (wire, $0) }
        return item
    }

    /// The registration with the engine's queue, which ends when this queue is deallocated.
    private final class Registration {
        weak var feed: MediaFeed?
        private let number: Int

        init(number: Int) { self.number = number }

        deinit { feed?.leave(number) }

        var isAttached: Bool { feed != nil }

        func perform(isReported: Bool = false, _ body: @escaping @Sendable (isolated MediaQueue) -> Void) {
            feed?.perform(number, isReported: isReported, body)
        }
    }
}

#if !canImport(ObjectiveC)
/// Receives the changes of a ``GCKMediaQueue``, on the main thread. All methods are optional.
///
/// Related changes are enclosed by ``mediaQueueWillChange(_:)`` and ``mediaQueueDidChange(_:)``. Between these calls
/// the queue already has its new contents.
@preconcurrency @MainActor
public protocol GCKMediaQueueDelegate: NSObjectProtocol {
    /// Called before a change. The queue still has its previous contents.
    func mediaQueueWillChange(_ queue: GCKMediaQueue)

    /// Called when the whole queue may have changed. Previously returned items are outdated.
    func mediaQueueDidReloadItems(_ queue: GCKMediaQueue)

    /// Called when items were inserted.
    func mediaQueue(_ queue: GCKMediaQueue, didInsertItemsIn range: NSRange)

    /// Called when items were fetched, removed from the cache, or changed on the receiver. The indexes are ascending.
    func mediaQueue(_ queue: GCKMediaQueue, didUpdateItemsAtIndexes indexes: [NSNumber])

    /// Called when items were removed. The indexes are ascending and refer to the queue before the removal.
    func mediaQueue(_ queue: GCKMediaQueue, didRemoveItemsAtIndexes indexes: [NSNumber])

    /// Called after a change.
    func mediaQueueDidChange(_ queue: GCKMediaQueue)
}

extension GCKMediaQueueDelegate {
    public func mediaQueueWillChange(_ queue: GCKMediaQueue) {}

    public func mediaQueueDidReloadItems(_ queue: GCKMediaQueue) {}

    public func mediaQueue(_ queue: GCKMediaQueue, didInsertItemsIn range: NSRange) {}

    public func mediaQueue(_ queue: GCKMediaQueue, didUpdateItemsAtIndexes indexes: [NSNumber]) {}

    public func mediaQueue(_ queue: GCKMediaQueue, didRemoveItemsAtIndexes indexes: [NSNumber]) {}

    public func mediaQueueDidChange(_ queue: GCKMediaQueue) {}
}
#endif

extension [Int] {
    /// The numbers as objects.
    var numbers: [NSNumber] { map { NSNumber(value: $0) } }
}
