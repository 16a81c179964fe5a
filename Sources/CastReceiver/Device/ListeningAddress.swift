// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SystemErrors

/// The addresses of a device: to listen at, to show to users, and to advertise.
struct ListeningAddress: Sendable, Hashable {
    /// The address to which the ports are bound: one address of this machine, or the wildcard address.
    var host: String
    /// An address at which the device can be reached.
    var shown: String
    /// The advertised addresses; nil for all addresses of the interfaces.
    var advertised: [String]?

    /// The properties of a network interface that matter for the choice.
    struct Interface: Sendable, Hashable {
        var name: String
        var ipv4: [String]
        var hasIPv6: Bool
        var isLoopback: Bool
    }

    /// Chooses the addresses from the current interfaces of this machine.
    ///
    /// - Parameter address: An address to use regardless of the interfaces.
    static func choose(
        _ requested: DeviceConfiguration.Interfaces,
        address: String? = nil
    ) throws(VirtualDeviceError) -> ListeningAddress {
        if let address {
            guard let numeric = try? SocketAddress(ipAddress: address, port: 0).ipAddress else {
                throw VirtualDeviceError(
                    .invalidConfiguration,
                    "\(address) is not an IP address; use a numeric address such as 127.0.0.2"
                )
            }
            return ListeningAddress(host: numeric, shown: numeric, advertised: [numeric])
        }
        let devices: [NIONetworkDevice]
        do {
            devices = try System.enumerateDevices()
        } catch {
            throw VirtualDeviceError(
                .noNetwork,
                "cannot list the network interfaces of this machine: \(SystemErrorText.describe(error))"
            )
        }
        var interfaces: [Interface] = []
        for device in devices {
            let index =
                interfaces.firstIndex { $0.name == device.name }
                ?? {
                    interfaces.append(Interface(name: device.name, ipv4: [], hasIPv6: false, isLoopback: false))
                    return interfaces.count - 1
                }()
            guard let address = device.address?.ipAddress else { continue }
            if address.contains(":") {
                interfaces[index].hasIPv6 = true
            } else {
                interfaces[index].ipv4.append(address)
                if address.hasPrefix("127.") { interfaces[index].isLoopback = true }
            }
        }
        return try choose(requested, among: interfaces)
    }

    /// Chooses the addresses from the given interfaces.
    static func choose(
        _ requested: DeviceConfiguration.Interfaces,
        among interfaces: [Interface]
    ) throws(VirtualDeviceError) -> ListeningAddress {
        // One socket for both address families, if the machine has both. Loopback does not count: if only loopback has
        // IPv6, the system's resolver rejects `::` (RFC 3493, AI_ADDRCONFIG), to which the HTTP server is bound.
        let wildcard = interfaces.contains { $0.hasIPv6 && !$0.isLoopback } ? "::" : "0.0.0.0"
        switch requested {
        case .all:
            let first = interfaces.filter { !$0.isLoopback }.flatMap(\.ipv4).first
            return ListeningAddress(host: wildcard, shown: first ?? "127.0.0.1", advertised: nil)
        case .named(let names):
            for name in names where !interfaces.contains(where: { $0.name == name }) {
                let known = interfaces.map(\.name).joined(separator: ", ")
                throw VirtualDeviceError(
                    .addressNotAvailable,
                    "this machine has no network interface \(name); available: \(known)"
                )
            }
            let addresses = interfaces.filter { names.contains($0.name) }.flatMap(\.ipv4)
            guard let first = addresses.first else {
                throw VirtualDeviceError(
                    .noNetwork,
                    "\(names.joined(separator: ", ")) has no IPv4 address; choose another interface"
                )
            }
            guard addresses.count == 1 else {
                return ListeningAddress(host: wildcard, shown: first, advertised: nil)
            }
            return ListeningAddress(host: first, shown: first, advertised: [first])
        }
    }
}
