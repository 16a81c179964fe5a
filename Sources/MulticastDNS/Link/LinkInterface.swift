// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The properties of a network interface that a link needs.
struct LinkInterface: Hashable, Sendable {
    struct Address: Hashable, Sendable {
        /// 4 or 16 bytes.
        var bytes: [UInt8]
        var prefixLength: Int

        var isIPv6: Bool { bytes.count == 16 }
        var isLinkLocal: Bool {
            isIPv6 ? bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 : bytes[0] == 169 && bytes[1] == 254
        }
        var data: DNSRecordData { isIPv6 ? .aaaa(bytes) : .a(bytes) }

        /// Whether another address is in the same subnet.
        func isOnSameSubnet(_ other: [UInt8]) -> Bool {
            guard other.count == bytes.count else { return false }
            for index in 0..<bytes.count {
                let bits = min(8, max(0, prefixLength - 8 * index))
                let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
                guard bytes[index] & mask == other[index] & mask else { return false }
            }
            return true
        }
    }

    var name: String
    var index: Int
    /// IPv4 first.
    var addresses: [Address]

    var families: AddressFamilies {
        var families: AddressFamilies = []
        if addresses.contains(where: { !$0.isIPv6 }) { families.insert(.ipv4) }
        if addresses.contains(where: \.isIPv6) { families.insert(.ipv6) }
        return families
    }

    /// Whether an address belongs to one of the interface's subnets.
    func isOnLink(_ host: [UInt8]) -> Bool {
        let isLinkLocal = host.count == 16 && host[0] == 0xFE && host[1] & 0xC0 == 0x80
        return isLinkLocal || addresses.contains { $0.isOnSameSubnet(host) }
    }
}
