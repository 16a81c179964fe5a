public import Foundation

/// Hears how a ``GCKMediaQueue`` changes. Every method may be left out; all are called on the main thread.
///
/// Changes that belong together stand between ``mediaQueueWillChange(_:)`` and ``mediaQueueDidChange(_:)``. In between
/// the queue is already what it will be.
@preconcurrency @MainActor
public protocol GCKMediaQueueDelegate: NSObjectProtocol {
    /// The queue still is what it was.
    func mediaQueueWillChange(_ queue: GCKMediaQueue)

    /// Anything may be different; no item that was kept holds.
    func mediaQueueDidReloadItems(_ queue: GCKMediaQueue)

    /// New items stand at these indexes.
    func mediaQueue(_ queue: GCKMediaQueue, didInsertItemsIn range: NSRange)

    /// Items at these indexes, ascending, were fetched, left the cache, or changed on the receiver.
    func mediaQueue(_ queue: GCKMediaQueue, didUpdateItemsAtIndexes indexes: [NSNumber])

    /// Items that stood at these indexes, ascending, are gone.
    func mediaQueue(_ queue: GCKMediaQueue, didRemoveItemsAtIndexes indexes: [NSNumber])

    /// All has been told.
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
