import NIOCore
import SystemErrors

/// Where a device listens, and which address it tells people.
struct ListeningAddress: Sendable, Hashable {
    /// What the ports are bound to: one address of this machine, or all of them.
    var host: String
    /// An address under which the device can be reached.
    var shown: String
    /// What is advertised; nil = whatever addresses an interface has.
    var advertised: [String]?

    /// The addresses of an interface, as far as they matter here.
    struct Interface: Sendable, Hashable {
        var name: String
        var ipv4: [String]
        var hasIPv6: Bool
        var isLoopback: Bool
    }

    /// Chooses by the interfaces that this machine has now.
    ///
    /// - Parameter address: One to take, whatever the interfaces have.
    static func choose(
        _ wanted: DeviceConfiguration.Interfaces,
        address: String? = nil
    ) throws(VirtualDeviceError) -> ListeningAddress {
        if let address {
            guard let numeric = try? SocketAddress(ipAddress: address, port: 0).ipAddress else {
                throw VirtualDeviceError(
                    .invalidConfiguration,
                    "\(address) is no address; give one in numbers, as 127.0.0.2"
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
                "the network interfaces of this machine cannot be listed: \(SystemErrorText.describe(error))"
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
        return try choose(wanted, among: interfaces)
    }

    static func choose(
        _ wanted: DeviceConfiguration.Interfaces,
        among interfaces: [Interface]
    ) throws(VirtualDeviceError) -> ListeningAddress {
        // One socket for both families, where the machine has both. Loopback does not count: with IPv6 there alone the
        // system's resolver knows no `::` (RFC 3493, AI_ADDRCONFIG), by which the HTTP server is bound.
        let everywhere = interfaces.contains { $0.hasIPv6 && !$0.isLoopback } ? "::" : "0.0.0.0"
        switch wanted {
        case .all:
            let first = interfaces.filter { !$0.isLoopback }.flatMap(\.ipv4).first
            return ListeningAddress(host: everywhere, shown: first ?? "127.0.0.1", advertised: nil)
        case .named(let names):
            for name in names where !interfaces.contains(where: { $0.name == name }) {
                let known = interfaces.map(\.name).joined(separator: ", ")
                throw VirtualDeviceError(
                    .addressNotAvailable,
                    "there is no network interface \(name) on this machine; it has \(known)"
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
                return ListeningAddress(host: everywhere, shown: first, advertised: nil)
            }
            return ListeningAddress(host: first, shown: first, advertised: [first])
        }
    }
}
