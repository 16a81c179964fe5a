/// How much of a queue that was sent in several messages reached the device.
///
/// Ranges are of the items as they were given, from 0.
public struct PartialQueue: Sendable, Hashable {
    /// How many items were given.
    public let count: Int
    /// Items that the device took, in order.
    public let arrived: [Range<Int>]
    /// Items in a message that was sent and not answered: the device may have them or not.
    public let uncertain: Range<Int>?
    /// Items that the device does not have.
    public let missing: [Range<Int>]

    /// How many items the device took for certain.
    public var arrivedCount: Int { arrived.reduce(0) { $0 + $1.count } }

    /// - Parameters:
    ///   - count: How many items were given.
    ///   - arrived: What was taken, in any order.
    ///   - uncertain: What may have been taken.
    init(count: Int, arrived: [Range<Int>], uncertain: Range<Int>?) {
        self.count = count
        self.arrived = arrived.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        self.uncertain = uncertain.flatMap { $0.isEmpty ? nil : $0 }
        var missing: [Range<Int>] = []
        var next = 0
        let told = (self.arrived + (self.uncertain.map { [$0] } ?? [])).sorted { $0.lowerBound < $1.lowerBound }
        for range in told {
            if range.lowerBound > next { missing.append(next..<range.lowerBound) }
            next = max(next, range.upperBound)
        }
        if next < count { missing.append(next..<count) }
        self.missing = missing
    }
}
