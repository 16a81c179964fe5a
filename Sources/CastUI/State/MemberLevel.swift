/// The wish for a group member's volume: one request at a time, and the last wish last.
public struct MemberLevel: Sendable, Hashable {
    public internal(set) var sent: Double
    public internal(set) var next: Double?

    /// What a slider shows.
    public var shown: Double { next ?? sent }
}
