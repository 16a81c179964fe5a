/// The services that the system's daemon knows, put together from its answers.
///
/// The daemon names an instance on an interface; what it is, where, and at which addresses is asked step by step. Each
/// question may cost the daemon a connection, of which Avahi has a few hundred: so few instances are looked up at a
/// time, the questions end with their answers, and only the text is followed on, for ``followLimit`` instances. A text
/// that changes makes the place be looked up again, since a group that moves to another host announces both at once.
/// An instance that cannot be looked up is tried again, ``attemptLimit`` times in all.
struct SystemDirectory {
    /// An instance on one interface; the daemon counts interfaces from 1.
    struct Key: Hashable, Sendable {
        var name: String
        var interface: UInt32
    }

    enum Action: Equatable {
        /// Ask for host, port and text.
        case resolve(Key)
        /// Ask for the addresses of a host.
        case findAddresses(Key, host: String)
        /// Listen for changes of the text from now on.
        case follow(Key)
        /// End whatever is asked about it.
        case release(Key)
        /// Say ``SystemDirectory/retryDue(_:)`` after ``SystemDirectory/retryDelay``.
        case retry(Key)
        case tell(ServiceEvent)
    }

    private struct Entry {
        /// Avahi names an instance once for each address family.
        var sightings = 1
        var isLookedUp = false
        var isFollowed = false
        var attempts = 0
        var place: (host: String, port: Int)?
        var text: ServiceText?
        /// The texts that the daemon holds, the newest last: an old one stays a second beside the new one, and may
        /// become the only one again.
        var texts: [ServiceText] = []
        var addresses: [ServiceAddress] = []
    }

    static let lookupLimit = 8
    static let followLimit = 128
    static let attemptLimit = 4
    static let textLimit = 4
    static let retryDelay = Duration.seconds(3)
    /// A hostile network can name instances without end.
    static let entryLimit = 1024

    /// The service type, without a subtype.
    let type: String
    private var entries: [Key: Entry] = [:]
    private var waiting: [Key] = []
    private var told: [String: ServiceInstance] = [:]

    init(type: String) { self.type = type }

    // MARK: What the daemon says

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
        return [.release(key)] + tell(key.name) + lookUpNext()
    }

    mutating func resolved(_ key: Key, host: String, port: Int, text: ServiceText) -> [Action] {
        guard entries[key]?.isLookedUp == true else { return [] }
        entries[key]?.place = (host, port)
        // Avahi turns the order of the strings round here; what is followed is known better already.
        if entries[key]?.texts.isEmpty == true { entries[key]?.text = text }
        return [.findAddresses(key, host: host)]
    }

    /// The addresses that were found in time; none is a failure.
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
        return actions + tell(key.name) + lookUpNext()
    }

    /// A question failed or had no answer in time.
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

    /// The daemon holds a text of an instance that is followed.
    mutating func textAdded(_ key: Key, _ text: ServiceText) -> [Action] {
        guard var texts = entries[key]?.texts else { return [] }
        texts.removeAll { $0 == text }
        texts.append(text)
        return textsChanged(key, texts.suffix(Self.textLimit))
    }

    /// The daemon does not hold a text any more.
    mutating func textRemoved(_ key: Key, _ text: ServiceText) -> [Action] {
        guard let texts = entries[key]?.texts else { return [] }
        return textsChanged(key, texts.filter { $0 != text })
    }

    private mutating func textsChanged(_ key: Key, _ texts: [ServiceText]) -> [Action] {
        entries[key]?.texts = texts
        guard let new = texts.last, let old = entries[key]?.text, !Self.areSame(old, new) else { return [] }
        entries[key]?.text = new
        entries[key]?.attempts = 0
        return tell(key.name) + retryDue(key)
    }

    /// Whether two texts differ in the order of their strings at most.
    private static func areSame(_ left: ServiceText, _ right: ServiceText) -> Bool {
        left == right || (left.entries.count == right.entries.count && Set(left.entries) == Set(right.entries))
    }

    // MARK: What follows

    private mutating func lookUpNext() -> [Action] {
        var actions: [Action] = []
        while !waiting.isEmpty, entries.values.count(where: \.isLookedUp) < Self.lookupLimit {
            let key = waiting.removeFirst()
            entries[key]?.isLookedUp = true
            actions.append(.resolve(key))
        }
        return actions
    }

    private mutating func tell(_ name: String) -> [Action] {
        let old = told[name]
        let new = instance(name)
        told[name] = new
        guard new != old else { return [] }
        guard let new else { return [.tell(.lost(name: name))] }
        return [.tell(old == nil ? .found(new) : .changed(new))]
    }

    /// The instance as all interfaces know it; nil when none knows enough.
    private func instance(_ name: String) -> ServiceInstance? {
        var result: ServiceInstance?
        let complete = entries.filter { $0.key.name == name && !$0.value.addresses.isEmpty }
        for (_, entry) in complete.sorted(by: { $0.key.interface < $1.key.interface }) {
            guard let place = entry.place, let text = entry.text else { continue }
            if result == nil {
                result = ServiceInstance(
                    name: name,
                    type: type,
                    domain: OfferedService.domain,
                    hostName: place.host,
                    port: place.port,
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
