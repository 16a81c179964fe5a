// SPDX-License-Identifier: Apache-2.0

import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A network interface with the SwiftNIO devices that are needed to open sockets on it.
struct NetworkInterface {
    var link: LinkInterface
    /// The devices of this interface, one per address. SwiftNIO joins a multicast group on a device.
    var devices: [NIONetworkDevice]

    /// Returns the device with the address to send from. For IPv6 a link-local address is preferred, because every
    /// neighbor can reach it.
    func device(isIPv6: Bool) -> NIONetworkDevice? {
        let candidates = devices.filter { $0.address?.protocol == (isIPv6 ? .inet6 : .inet) }
        let linkLocal = candidates.first { device in
            guard let bytes = device.address?.hostBytes, bytes.count == 16 else { return false }
            return bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
        }
        return linkLocal ?? candidates.first
    }

    /// Returns the machine's interfaces that match a selection, sorted by index.
    static func matching(_ selection: MDNSInterfaces) throws -> [NetworkInterface] {
        let flags = interfaceFlags()
        var found: [String: NetworkInterface] = [:]
        for device in try System.enumerateDevices() {
            let flags = flags[device.name] ?? 0
            guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_RUNNING) != 0 else { continue }
            let isLoopback = flags & UInt32(IFF_LOOPBACK) != 0
            guard isSelected(device, selection, isLoopback: isLoopback) else { continue }
            guard let address = address(of: device), !(isLoopback && address.isIPv6) else { continue }
            var device = device
            // Linux loopback supports multicast but does not report it.
            if isLoopback { device.multicastSupported = true }
            let empty = NetworkInterface(
                link: LinkInterface(name: device.name, index: device.interfaceIndex, addresses: []),
                devices: []
            )
            found[device.name, default: empty].link.addresses.append(address)
            found[device.name]?.devices.append(device)
        }
        return found.values.map(\.sorted).sorted { $0.link.index < $1.link.index }
    }

    /// The names of all interfaces, for error messages.
    static func allNames() -> [String] {
        interfaceFlags().keys.sorted()
    }

    /// The addresses of all interfaces. A datagram from one of them comes from this machine.
    static func machineAddresses() -> Set<[UInt8]> {
        let devices = (try? System.enumerateDevices()) ?? []
        return Set(devices.compactMap { $0.address?.hostBytes })
    }

    /// A copy with sorted addresses, so that a comparison is independent of the system's order.
    var sorted: NetworkInterface {
        var copy = self
        copy.link.addresses.sort { left, right in
            if left.isIPv6 != right.isIPv6 { return !left.isIPv6 }
            return left.bytes.lexicographicallyPrecedes(right.bytes)
        }
        return copy
    }

    private static func isSelected(
        _ device: NIONetworkDevice,
        _ selection: MDNSInterfaces,
        isLoopback: Bool
    ) -> Bool {
        switch selection {
        case .all: device.multicastSupported && !isLoopback
        case .named(let names): names.contains(device.name) && (device.multicastSupported || isLoopback)
        }
    }

    private static func address(of device: NIONetworkDevice) -> LinkInterface.Address? {
        guard let bytes = device.address?.hostBytes else { return nil }
        let mask = device.netmask?.hostBytes ?? []
        let prefixLength = mask.reduce(0) { $0 + $1.nonzeroBitCount }
        return LinkInterface.Address(bytes: bytes, prefixLength: mask.isEmpty ? 8 * bytes.count : prefixLength)
    }

    private static func interfaceFlags() -> [String: UInt32] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [:] }
        defer { freeifaddrs(list) }
        var flags: [String: UInt32] = [:]
        var next = list
        while let current = next {
            if let name = current.pointee.ifa_name {
                flags[String(cString: name)] = UInt32(truncatingIfNeeded: current.pointee.ifa_flags)
            }
            next = current.pointee.ifa_next
        }
        return flags
    }
}

extension SocketAddress {
    /// The address without port and scope: 4 or 16 bytes; nil for other families.
    var hostBytes: [UInt8]? {
        let (offset, count) =
            switch self {
            case .v4: (4, 4)
            case .v6: (8, 16)
            case .unixDomainSocket: (0, 0)
            }
        guard count > 0 else { return nil }
        // The address has the same offset in sockaddr_in and sockaddr_in6 on every platform.
        return withSockAddr { address, size in
            let bytes = UnsafeRawBufferPointer(start: address, count: size)
            return size >= offset + count ? Array(bytes[offset..<offset + count]) : nil
        }
    }
}
