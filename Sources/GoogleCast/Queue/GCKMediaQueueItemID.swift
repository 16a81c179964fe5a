/// The number that a receiver gives to an item of its queue.
public typealias GCKMediaQueueItemID = UInt

/// The number of an item that has none yet.
public let kGCKMediaQueueInvalidItemID: UInt = 0
