// SPDX-License-Identifier: Apache-2.0

import CastAdmission

/// The clients to which a media server gives a shared item.
///
/// A device fetches media from the address at which it listens for senders. With IPv6 it may use another address of the
/// same network, because devices have temporary addresses for outgoing connections (RFC 8981).
package struct ClientFilter: Sendable, Hashable {
    private enum Rule: Sendable, Hashable {
        case everyone
        case addresses(Set<String>)
    }

    private var rule: Rule

    /// Everyone who knows the URL.
    package static let everyone = ClientFilter(rule: .everyone)

    private init(rule: Rule) { self.rule = rule }

    /// Only clients at these addresses, and at IPv6 addresses with the same first 64 bits.
    package init(addresses: some Sequence<String>) {
        rule = .addresses(Set(addresses.map(Self.key)))
    }

    /// Adds the clients of another filter.
    package mutating func formUnion(_ other: ClientFilter) {
        switch (rule, other.rule) {
        case (.addresses(let one), .addresses(let two)): rule = .addresses(one.union(two))
        default: rule = .everyone
        }
    }

    /// Whether a client may have the item. A client without an address, such as one of a Unix domain socket, may not.
    package func admits(_ client: String?) -> Bool {
        switch rule {
        case .everyone: true
        case .addresses(let addresses): client.map { addresses.contains(Self.key($0)) } ?? false
        }
    }

    /// The address without its zone; the first four groups of an IPv6 address, except for loopback.
    private static func key(_ address: String) -> String {
        let address = IPv4MappedAddress.unmapped(String(address.prefix { $0 != "%" })).lowercased()
        guard address.contains(":"), address != "::1" else { return address }
        let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = halves.map { $0.split(separator: ":").map { $0.drop { $0 == "0" } } }
        var first = Array(groups[0].prefix(4))
        if let last = groups.dropFirst().first, first.count < 4 {
            let zeros = max(0, 8 - groups[0].count - last.count)
            first += (repeatElement("", count: zeros) + last).prefix(4 - first.count)
        }
        return first.joined(separator: ":") + "::/64"
    }
}
