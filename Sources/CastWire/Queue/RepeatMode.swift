/// What happens at the end of an item or of the queue.
public struct RepeatMode: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The queue ends after its last item.
    public static let off = RepeatMode(rawValue: "REPEAT_OFF")

    /// The queue starts again.
    public static let all = RepeatMode(rawValue: "REPEAT_ALL")

    /// The item starts again.
    public static let single = RepeatMode(rawValue: "REPEAT_SINGLE")

    /// The queue starts again in another order.
    public static let allAndShuffle = RepeatMode(rawValue: "REPEAT_ALL_AND_SHUFFLE")
}
