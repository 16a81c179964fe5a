/// What playing a list orders: of the device, of the terminal, of itself.
enum PlaybackAction: Hashable, Sendable {
    /// Load the item at this index of the list.
    case load(Int)
    /// Load the list from this index on as the device's queue.
    case loadQueue(Int)
    /// Have the device go so many items on in its queue, or back.
    case skip(Int)
    /// Stop what plays, and the app if this command started it.
    case stop
    /// Something ended by an error, which is said on another way. Say when that is overdue.
    case awaitReason
    /// Something ended, and what became of it is said on another way. Say when that is overdue.
    case awaitEnd
    /// Say that something changed: the line on the terminal, a line of a log, an event for scripts.
    case report(PlaybackReport)
    /// Over. Nothing is ordered after this.
    case finish(PlaybackOutcome)
}
