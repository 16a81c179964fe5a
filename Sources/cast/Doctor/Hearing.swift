/// What multicast packets were heard.
struct Hearing: Hashable, Sendable {
    /// Packets that this machine itself had sent.
    var own = 0
    /// Packets of other programs and machines.
    var fromOthers = 0

    mutating func merge(_ other: Hearing) {
        own += other.own
        fromOthers += other.fromOthers
    }
}
