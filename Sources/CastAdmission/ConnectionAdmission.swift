// SPDX-License-Identifier: Apache-2.0

/// Decides which connections a listener accepts, so that one address cannot exclude other addresses.
///
/// Limits apply per IP address. A host with several IPv6 addresses counts as several addresses.
///
/// - An address has a limited number of connections. At its limit, the connection that has been idle longest is
///   replaced; if all are active, the new connection is refused.
/// - The last connections of the total limit are reserved for verified addresses and addresses without a connection.
/// - When no connection is left for an address, its new connection replaces an idle one of the address with the most
///   connections. An address that already has a connection replaces only those of addresses with at least two more.
///   Otherwise the new connection is refused.
///
/// A verified address (one that has been authenticated, for example by a secret in a request) has a higher limit. It
/// may replace any connection of an unverified address, and its own connections are replaced only while idle and only
/// by verified addresses.
///
/// This type has no clock and closes nothing: its owner reports connection events and closes the connections that this
/// type returns.
package struct ConnectionAdmission<ID: Hashable & Sendable>: Sendable {
    /// The decision about a connection that has arrived.
    package enum Verdict: Sendable, Hashable {
        case admitted
        /// The connection was admitted in place of this one, which the owner closes. It no longer counts.
        case admittedReplacing(ID)
        /// The owner closes the new connection.
        case refused
    }

    private struct Connection {
        var address: String
        var isActive = false
        /// The position in the order of replacement, assigned on admission and each time the connection becomes idle.
        /// Lower numbers are replaced first.
        var order: UInt64
    }

    /// The number of verified addresses that are remembered.
    private static var verifiedLimit: Int { 64 }

    package let limits: ConnectionLimits
    private var connections: [ID: Connection] = [:]
    private var counts: [String: Int] = [:]
    private var verified: [String] = []
    private var nextOrder: UInt64 = 0

    package init(limits: ConnectionLimits) {
        self.limits = limits
    }

    /// The number of open connections.
    package var count: Int { connections.count }

    /// Returns the number of open connections of one address.
    package func count(of address: String) -> Int { counts[IPv4MappedAddress.unmapped(address)] ?? 0 }

    /// Whether ``verify(_:)`` was called for an address, and the address is still remembered.
    package func isVerified(_ address: String) -> Bool { verified.contains(IPv4MappedAddress.unmapped(address)) }

    /// Decides on a connection that has arrived. It is idle until ``setActive(_:_:)`` is called.
    ///
    /// - Parameter address: The peer's numeric address. An IPv4-mapped IPv6 address counts as the IPv4 address.
    package mutating func arrive(_ id: ID, from address: String) -> Verdict {
        let address = IPv4MappedAddress.unmapped(address)
        let own = count(of: address)
        let isVerified = isVerified(address)
        if own >= (isVerified ? limits.perVerifiedAddress : limits.perAddress) {
            return replace(connections.filter { $0.value.address == address && !$0.value.isActive }, with: id, address)
        }
        let reserve = own == 0 || isVerified ? 0 : limits.reserve
        guard limits.total - connections.count <= reserve else {
            insert(id, address)
            return .admitted
        }
        let replaceable = connections.filter { _, other in
            guard other.address != address else { return false }
            if self.isVerified(other.address) {
                guard isVerified, !other.isActive else { return false }
            } else if other.isActive, !isVerified {
                return false
            }
            // Two addresses with the same number of connections must not keep replacing each other's connections.
            return own == 0 || isVerified || count(of: other.address) > own + 1
        }
        return replace(replaceable, with: id, address)
    }

    /// Records whether a connection is in use (it runs a session, or a request is being answered) or idle.
    package mutating func setActive(_ id: ID, _ isActive: Bool) {
        guard var connection = connections[id], connection.isActive != isActive else { return }
        connection.isActive = isActive
        if !isActive { connection.order = takeOrder() }
        connections[id] = connection
    }

    /// Marks an address as verified. The last 64 verified addresses are remembered.
    package mutating func verify(_ address: String) {
        let address = IPv4MappedAddress.unmapped(address)
        guard verified.last != address else { return }
        verified.removeAll { $0 == address }
        if verified.count >= Self.verifiedLimit { verified.removeFirst() }
        verified.append(address)
    }

    /// Records that a connection is closed. A connection that was refused or replaced may be reported, too.
    package mutating func leave(_ id: ID) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        let rest = count(of: connection.address) - 1
        counts[connection.address] = rest > 0 ? rest : nil
    }

    private mutating func insert(_ id: ID, _ address: String) {
        connections[id] = Connection(address: address, order: takeOrder())
        counts[address, default: 0] += 1
    }

    private mutating func replace(_ candidates: [ID: Connection], with id: ID, _ address: String) -> Verdict {
        let rank = { [self] (connection: Connection) in
            (
                isVerified(connection.address) ? 1 : 0, connection.isActive ? 1 : 0, -count(of: connection.address),
                connection.order
            )
        }
        guard let replaced = candidates.min(by: { rank($0.value) < rank($1.value) })?.key else { return .refused }
        leave(replaced)
        insert(id, address)
        return .admittedReplacing(replaced)
    }

    private mutating func takeOrder() -> UInt64 {
        nextOrder += 1
        return nextOrder
    }
}

/// IPv4 addresses in the form in which IPv6 sockets report them (RFC 4291, section 2.5.5.2).
package enum IPv4MappedAddress {
    private static let prefix = "::ffff:"

    /// Returns the IPv4 address of an IPv4-mapped IPv6 address, such as `::ffff:192.0.2.1`. Returns other text
    /// unchanged.
    package static func unmapped(_ address: String) -> String {
        guard address.lowercased().hasPrefix(prefix), address.contains(".") else { return address }
        return String(address.dropFirst(prefix.count))
    }
}

/// Limits on the connections that a listener holds open at once.
package struct ConnectionLimits: Sendable, Hashable {
    /// The maximum number of connections of all addresses together.
    package var total: Int
    /// The maximum number of connections of one address.
    package var perAddress: Int
    /// The maximum number of connections of one verified address; see ``ConnectionAdmission/verify(_:)``.
    package var perVerifiedAddress: Int
    /// The number of connections that are reserved for addresses without a connection and for verified addresses.
    package var reserve: Int

    /// Creates limits. Values outside their range are clamped.
    ///
    /// - Parameters:
    ///   - total: The maximum number of connections of all addresses together, at least 1.
    ///   - perAddress: At least 1. Default: a quarter of the total.
    ///   - perVerifiedAddress: At least `perAddress`. Default: `perAddress`.
    ///   - reserve: From 0 to `total - 1`. Default: a quarter of the total.
    package init(total: Int, perAddress: Int? = nil, perVerifiedAddress: Int? = nil, reserve: Int? = nil) {
        self.total = max(1, total)
        self.perAddress = max(1, perAddress ?? total / 4)
        self.perVerifiedAddress = max(self.perAddress, perVerifiedAddress ?? 0)
        self.reserve = min(max(0, reserve ?? total / 4), self.total - 1)
    }
}
