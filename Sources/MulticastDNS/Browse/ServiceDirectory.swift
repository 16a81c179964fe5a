// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The resolved instances of one browse, combined from the records of every link.
struct ServiceDirectory {
    /// The owner name of the browsed PTR records.
    let owner: DNSName
    /// The service type that the caller asked for.
    let type: String
    private var known: [DNSName: ServiceInstance] = [:]

    init(owner: DNSName, type: String) {
        self.owner = owner
        self.type = type
    }

    /// Resolves the affected instances again and returns the resulting events.
    mutating func update(_ affected: Set<DNSName>, on links: [Link], now: NIODeadline) -> [ServiceEvent] {
        affected.compactMap { name in
            let old = known[name]
            guard let new = resolve(name, on: links, now: now) else {
                guard let old = known.removeValue(forKey: name) else { return nil }
                return .lost(name: old.name)
            }
            guard new != old else { return nil }
            known[name] = new
            return old == nil ? .found(new) : .changed(new)
        }
    }

    /// Resolves every instance again, for example after a link was removed.
    mutating func updateAll(on links: [Link], now: NIODeadline) -> [ServiceEvent] {
        var names = Set(known.keys)
        for link in links {
            for entry in link.querier.cache.entries(owner, .ptr, now: now) {
                if case .ptr(let target) = entry.record.data { names.insert(target) }
            }
        }
        return update(names, on: links, now: now)
    }

    /// Returns the instance if at least one link knows its SRV and TXT records and an address of its host.
    private func resolve(_ name: DNSName, on links: [Link], now: NIODeadline) -> ServiceInstance? {
        var result: ServiceInstance?
        for link in links where link.querier.cache.hasPointer(owner, to: name, now: now) {
            let cache = link.querier.cache
            guard case .srv(let location)? = cache.newest(name, .srv, now: now) else { continue }
            guard case .txt(let text)? = cache.newest(name, .txt, now: now) else { continue }
            let addresses = Self.addresses(of: location.target, on: link, now: now)
            guard !addresses.isEmpty else { continue }
            if result == nil {
                result = ServiceInstance(
                    name: name.firstLabel,
                    type: type,
                    domain: AnnouncedService.domain,
                    hostName: location.target.description,
                    port: Int(location.port),
                    addresses: [],
                    text: text
                )
            }
            result?.addresses += addresses
        }
        result?.addresses.sort { !$0.isIPv6 && $1.isIPv6 }
        return result
    }

    private static func addresses(of host: DNSName, on link: Link, now: NIODeadline) -> [ServiceAddress] {
        let cache = link.querier.cache
        let records = cache.entries(host, .a, now: now) + cache.entries(host, .aaaa, now: now)
        let bytes = records.compactMap { entry -> [UInt8]? in
            switch entry.record.data {
            case .a(let bytes), .aaaa(let bytes): bytes
            default: nil
            }
        }
        return bytes.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { bytes in
            guard var text = text(bytes) else { return nil }
            let isIPv6 = bytes.count == 16
            if isIPv6, bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 { text += "%" + link.interface.name }
            return ServiceAddress(text: text, interface: link.interface.name, isIPv6: isIPv6)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress
    }
}
