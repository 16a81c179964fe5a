/// Limits on the connections that a listener holds open at once.
package struct ConnectionLimits: Sendable, Hashable {
    /// The connections of all addresses together.
    package var total: Int
    /// The connections of one address.
    package var perAddress: Int
    /// The connections of one address that was verified; see ``ConnectionAdmission/verify(_:)``.
    package var perVerifiedAddress: Int
    /// The free places that only an address without a connection, or a verified one, may take.
    package var reserve: Int

    /// - Parameters:
    ///   - perAddress: A quarter of the total by default.
    ///   - perVerifiedAddress: Equal to `perAddress` by default.
    ///   - reserve: A quarter of the total by default.
    package init(total: Int, perAddress: Int? = nil, perVerifiedAddress: Int? = nil, reserve: Int? = nil) {
        self.total = max(1, total)
        self.perAddress = max(1, perAddress ?? total / 4)
        self.perVerifiedAddress = max(self.perAddress, perVerifiedAddress ?? 0)
        self.reserve = min(max(0, reserve ?? total / 4), self.total - 1)
    }
}
