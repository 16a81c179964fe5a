/// One accepted socket of a device, numbered in the order of acceptance and never reused.
struct SocketID: Sendable, Hashable, Comparable {
    var number: Int

    init(_ number: Int) { self.number = number }

    static func < (lhs: SocketID, rhs: SocketID) -> Bool { lhs.number < rhs.number }
}

extension SocketID: CustomStringConvertible {
    var description: String { "socket \(number)" }
}
