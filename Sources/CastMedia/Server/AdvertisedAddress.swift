// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import NIOCore

/// The address of this machine in URLs for a device.
struct AdvertisedAddress: Sendable, Hashable {
    /// An address of one of this machine's network interfaces.
    struct Interface: Sendable, Hashable {
        var name: String
        var index: Int
        /// The address without a zone.
        var address: String
    }

    /// The address for a URL, without a zone and without brackets.
    var host: String
    /// The address at which to listen, with a zone if it needs one.
    var listeningHost: String

    /// Determines the address for a device that is connected to a local address.
    ///
    /// A link-local IPv6 address is valid only with a zone, which identifies an interface of one machine and cannot be
    /// used in a URL for another machine. Such an address is replaced by another one of the same interface: the IPv4
    /// address, which every Cast device can reach, or otherwise an IPv6 address with a wider scope. If the interface
    /// has no other address, the link-local one is kept.
    ///
    /// - Parameters:
    ///   - localAddress: The local address of the connection, with or without brackets and zone.
    ///   - interfaces: The interfaces of this machine.
    init(_ localAddress: String, interfaces: @autoclosure () -> [Interface]) {
        var text = Substring(localAddress)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = text[text.index(after: text.startIndex)..<end]
        }
        let parts = text.split(separator: "%", maxSplits: 1)
        let bare = IPv4MappedAddress.unmapped(String(parts.first ?? ""))
        guard Self.isLinkLocalIPv6(bare) else {
            (host, listeningHost) = (bare, bare)
            return
        }
        let all = interfaces()
        let zone = parts.count == 2 ? String(parts[1]) : nil
        let own = all.first { other in
            zone.map { other.name == $0 || "\(other.index)" == $0 } ?? (other.address.lowercased() == bare.lowercased())
        }
        let addresses = all.filter { $0.name == own?.name }.map(\.address)
        let replacement =
            addresses.first { !$0.contains(":") && !$0.hasPrefix("169.254.") }
            ?? addresses.first { $0.contains(":") && !Self.isLinkLocalIPv6($0) }
        if let replacement {
            (host, listeningHost) = (replacement, replacement)
        } else {
            host = bare
            listeningHost = (zone ?? own?.name).map { "\(bare)%\($0)" } ?? bare
        }
    }

    init(_ localAddress: String) {
        self.init(localAddress, interfaces: Self.interfaces())
    }

    /// Returns whether an address is in fe80::/10.
    private static func isLinkLocalIPv6(_ address: String) -> Bool {
        guard let first = address.split(separator: ":", omittingEmptySubsequences: false).first, first.count == 4,
            let number = UInt16(first, radix: 16)
        else { return false }
        return number & 0xFFC0 == 0xFE80
    }

    private static func interfaces() -> [Interface] {
        // If the list is not available, the address is not replaced.
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { device in
            device.address?.ipAddress.map { Interface(name: device.name, index: device.interfaceIndex, address: $0) }
        }
    }
}
