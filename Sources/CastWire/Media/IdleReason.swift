/// Why the player is idle.
public struct IdleReason: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Somebody stopped it.
    public static let cancelled = IdleReason(rawValue: "CANCELLED")

    /// Other media was loaded in its place.
    public static let interrupted = IdleReason(rawValue: "INTERRUPTED")

    /// It played to its end.
    public static let finished = IdleReason(rawValue: "FINISHED")

    /// It cannot be played.
    public static let error = IdleReason(rawValue: "ERROR")
}
