/// What the JSON parser accepts from a stranger.
public struct JSONLimits: Sendable, Hashable {
    /// How deep arrays and objects may nest. Default 64 (CASTV2, limits worth enforcing). Reading takes stack for
    /// each level; thousands of levels are too many for small stacks.
    public var depth: Int
    /// How many bytes a text may have. Default 65,536: no payload is larger than the frame it came in.
    public var bytes: Int
    /// How many values a text may hold, so that `[[],[],…]` cannot cost many times its size. Default 16,384.
    public var values: Int

    public init(depth: Int = 64, bytes: Int = 65_536, values: Int = 16_384) {
        self.depth = depth
        self.bytes = bytes
        self.values = values
    }

    /// The limits of a payload in a Cast frame.
    public static let payload = JSONLimits()
}
