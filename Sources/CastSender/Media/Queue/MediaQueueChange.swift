/// One step by which a queue became another, for lists that show it.
public enum MediaQueueChange: Sendable, Hashable {
    /// Anything may be different; nothing kept of the old contents holds.
    case reloaded
    /// New items at these indexes of the new contents.
    case inserted(Range<Int>)
    /// Items gone from these indexes of the old contents, ascending.
    case removed([Int])
    /// Items at these indexes, ascending, were fetched, dropped from the cache, or changed on the device.
    case updated([Int])
    /// The items with these ids could not be fetched; without ids, the list of ids could not. Asking again tries
    /// again.
    case failed(itemIDs: [Int], CastError)
}

/// What changed in a queue, and what it is then.
public struct MediaQueueUpdate: Sendable, Hashable {
    /// The steps, in order. Indexes are those of the contents before and after each step.
    public let changes: [MediaQueueChange]
    /// The queue after all of them.
    public let contents: MediaQueueContents
}
