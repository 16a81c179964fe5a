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
        // By index: a link has dozens of members, which iterating would copy for each name.
        for index in links.indices {
            guard let found = links[index].instance(name, of: owner, type: type, now: now) else { continue }
            if result == nil { result = found } else { result?.addresses += found.addresses }
        }
        result?.addresses.sort { !$0.isIPv6 && $1.isIPv6 }
        return result
    }
}

extension Link {
    /// Returns the instance if this link knows its PTR, SRV and TXT records and an address of its host.
    fileprivate func instance(_ name: DNSName, of owner: DNSName, type: String, now: NIODeadline) -> ServiceInstance? {
        guard querier.cache.hasPointer(owner, to: name, now: now),
            case .srv(let location)? = querier.cache.newest(name, .srv, now: now),
            case .txt(let text)? = querier.cache.newest(name, .txt, now: now)
        else { return nil }
        let addresses = addresses(of: location.target, now: now)
        guard !addresses.isEmpty else { return nil }
        return ServiceInstance(
            name: name.firstLabel,
            type: type,
            domain: AnnouncedService.domain,
            hostName: location.target.description,
            port: Int(location.port),
            addresses: addresses,
            text: text
        )
    }

    private func addresses(of host: DNSName, now: NIODeadline) -> [ServiceAddress] {
        let found = querier.cache.addresses(of: host, now: now).sorted { $0.lexicographicallyPrecedes($1) }
        return found.compactMap { bytes in
            guard var text = Self.text(bytes) else { return nil }
            let isIPv6 = bytes.count == 16
            if isIPv6, bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 { text += "%" + interface.name }
            return ServiceAddress(text: text, interface: interface.name, isIPv6: isIPv6)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress
    }
}
