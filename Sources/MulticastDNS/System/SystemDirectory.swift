// SPDX-License-Identifier: Apache-2.0

/// The services known to the system daemon, combined from its answers.
///
/// The daemon reports an instance on an interface. Host, port, text and addresses are queried in steps. Each query may
/// occupy a connection to the daemon, of which Avahi allows a few hundred. Therefore only ``lookupLimit`` instances are
/// looked up at a time, queries end with their answers, and only the text is monitored, for up to ``followLimit``
/// instances. When a text changes, host and port are looked up again, because a group that moves to another host
/// announces both at once. A failed lookup is retried, up to ``attemptLimit`` attempts in total.
struct SystemDirectory {
    /// An instance on one interface. Interface indexes start at 1.
    struct Key: Hashable, Sendable {
        var name: String
        var interface: UInt32
    }

    enum Action: Equatable {
        /// Query for host, port and text.
        case resolve(Key)
        /// Query for the addresses of a host.
        case findAddresses(Key, host: String)
        /// Start to monitor changes of the text.
        case follow(Key)
        /// Cancel all queries for the instance.
        case release(Key)
        /// Call ``SystemDirectory/retryDue(_:)`` after ``SystemDirectory/retryDelay``.
        case retry(Key)
        case notify(ServiceEvent)
    }

    private struct Entry {
        /// How many times the instance was reported: Avahi reports it once per address family.
        var sightings = 1
        var isLookedUp = false
        var isFollowed = false
        var attempts = 0
        var location: (host: String, port: Int)?
        var text: ServiceText?
        /// The texts that the daemon holds, newest last. An old text remains for a second next to the new one, and may
        /// become the only one again.
        var texts: [ServiceText] = []
        var addresses: [ServiceAddress] = []
    }

    static let lookupLimit = 8
    static let followLimit = 128
    static let attemptLimit = 4
    static let textLimit = 4
    static let retryDelay = Duration.seconds(3)
    /// Limits the entries, because a malicious host can announce any number of instances.
    static let entryLimit = 1024

    /// The service type, without a subtype.
    let type: String
    private var entries: [Key: Entry] = [:]
    private var waiting: [Key] = []
    private var reported: [String: ServiceInstance] = [:]

    init(type: String) { self.type = type }

    // MARK: Events from the daemon

    mutating func added(_ key: Key) -> [Action] {
        if entries[key] != nil {
            entries[key]?.sightings += 1
            return []
        }
        guard entries.count < Self.entryLimit else { return [] }
        entries[key] = Entry()
        waiting.append(key)
        return lookUpNext()
    }

    mutating func removed(_ key: Key) -> [Action] {
        guard var entry = entries[key] else { return [] }
        entry.sightings -= 1
        guard entry.sightings <= 0 else {
            entries[key] = entry
            return []
        }
        entries[key] = nil
        waiting.removeAll { $0 == key }
        return [.release(key)] + notify(key.name) + lookUpNext()
    }

    mutating func resolved(_ key: Key, host: String, port: Int, text: ServiceText) -> [Action] {
        guard entries[key]?.isLookedUp == true else { return [] }
        entries[key]?.location = (host, port)
        // Avahi reverses the order of the strings here; a monitored text takes precedence.
        if entries[key]?.texts.isEmpty == true { entries[key]?.text = text }
        return [.findAddresses(key, host: host)]
    }

    /// Handles the addresses that were found in time. An empty array counts as a failure.
    mutating func addressesFound(_ key: Key, _ addresses: [ServiceAddress]) -> [Action] {
        guard var entry = entries[key], entry.isLookedUp else { return [] }
        guard !addresses.isEmpty else { return failed(key) }
        entry.isLookedUp = false
        entry.attempts = 0
        entry.addresses = addresses.sorted { !$0.isIPv6 && $1.isIPv6 }
        var actions: [Action] = []
        if !entry.isFollowed, entries.values.count(where: \.isFollowed) < Self.followLimit {
            entry.isFollowed = true
            actions.append(.follow(key))
        }
        entries[key] = entry
        return actions + notify(key.name) + lookUpNext()
    }

    /// Handles a query that failed or timed out.
    mutating func failed(_ key: Key) -> [Action] {
        guard entries[key]?.isLookedUp == true else { return [] }
        entries[key]?.isLookedUp = false
        entries[key]?.attempts += 1
        let isOver = (entries[key]?.attempts ?? 0) >= Self.attemptLimit
        return (isOver ? [] : [.retry(key)]) + lookUpNext()
    }

    mutating func retryDue(_ key: Key) -> [Action] {
        guard let entry = entries[key], !entry.isLookedUp, !waiting.contains(key) else { return [] }
        waiting.append(key)
        return lookUpNext()
    }

    /// The daemon added a text of a monitored instance.
    mutating func textAdded(_ key: Key, _ text: ServiceText) -> [Action] {
        guard var texts = entries[key]?.texts else { return [] }
        texts.removeAll { $0 == text }
        texts.append(text)
        return textsChanged(key, texts.suffix(Self.textLimit))
    }

    /// The daemon removed a text of a monitored instance.
    mutating func textRemoved(_ key: Key, _ text: ServiceText) -> [Action] {
        guard let texts = entries[key]?.texts else { return [] }
        return textsChanged(key, texts.filter { $0 != text })
    }

    private mutating func textsChanged(_ key: Key, _ texts: [ServiceText]) -> [Action] {
        entries[key]?.texts = texts
        guard let new = texts.last, let old = entries[key]?.text, !Self.areSame(old, new) else { return [] }
        entries[key]?.text = new
        entries[key]?.attempts = 0
        return notify(key.name) + retryDue(key)
    }

    /// Whether two texts are equal except for the order of their strings.
    private static func areSame(_ left: ServiceText, _ right: ServiceText) -> Bool {
        left == right || (left.entries.count == right.entries.count && Set(left.entries) == Set(right.entries))
    }

    // MARK: Actions

    private mutating func lookUpNext() -> [Action] {
        var actions: [Action] = []
        while !waiting.isEmpty, entries.values.count(where: \.isLookedUp) < Self.lookupLimit {
            let key = waiting.removeFirst()
            entries[key]?.isLookedUp = true
            actions.append(.resolve(key))
        }
        return actions
    }

    private mutating func notify(_ name: String) -> [Action] {
        let old = reported[name]
        let new = instance(name)
        reported[name] = new
        guard new != old else { return [] }
        guard let new else { return [.notify(.lost(name: name))] }
        return [.notify(old == nil ? .found(new) : .changed(new))]
    }

    /// Combines the instance from all interfaces; nil if its data is incomplete on each of them.
    private func instance(_ name: String) -> ServiceInstance? {
        var result: ServiceInstance?
        let complete = entries.filter { $0.key.name == name && !$0.value.addresses.isEmpty }
        for (_, entry) in complete.sorted(by: { $0.key.interface < $1.key.interface }) {
            guard let location = entry.location, let text = entry.text else { continue }
            if result == nil {
                result = ServiceInstance(
                    name: name,
                    type: type,
                    domain: AnnouncedService.domain,
                    hostName: location.host,
                    port: location.port,
                    addresses: [],
                    text: text
                )
            }
            for address in entry.addresses where result?.addresses.contains(address) == false {
                result?.addresses.append(address)
            }
        }
        result?.addresses.sort { !$0.isIPv6 && $1.isIPv6 }
        return result
    }
}
