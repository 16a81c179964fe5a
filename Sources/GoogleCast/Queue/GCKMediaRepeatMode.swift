/// What happens at the end of an item or of the queue.
public enum GCKMediaRepeatMode: Int, CaseIterable, Sendable {
    /// What was set before.
    case unchanged = 0
    /// The queue ends after its last item.
    case off = 1
    /// The item starts again.
    case single = 2
    /// The queue starts again.
    case all = 3
    /// The queue starts again in another order.
    case allAndShuffle = 4
}
