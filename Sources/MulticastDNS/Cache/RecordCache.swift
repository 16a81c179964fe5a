// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The records received on one link, until they expire.
///
/// Responsibilities: lifetimes, goodbye packets, the cache-flush rule, refresh times, and a limit on the number of
/// records. It does not know which records are needed and sends nothing.
///
/// Intentional deviation from RFC 6762: a unicast response to a one-shot query has a short time to live and no
/// cache-flush bit. It therefore never shortens the lifetime of a record received by multicast, and its SRV and TXT
/// records replace older ones although the cache-flush bit is not set.
struct RecordCache {
    struct Key: Hashable {
        var name: DNSName
        var type: DNSRecordType
    }

    struct Entry {
        var record: DNSRecord
        /// When the record was last received.
        var receivedAt: NIODeadline
        var expiresAt: NIODeadline
        /// When to query for the record again, if it is still needed.
        var refreshAt: NIODeadline
        var refreshStep: Int
        /// Whether the record was only received in a unicast response, whose time to live may be shorter than the
        /// record's own.
        var isFromUnicast: Bool
        /// The address that the record came from, for fair eviction.
        var source: [UInt8]
        /// The number of other hosts' queries without a response, and the time of the first of them.
        var unansweredQueries = 0
        var firstUnansweredAt: NIODeadline = .distantFuture
    }

    /// A change to the cache's content.
    enum Change: Hashable {
        /// A PTR record was added or removed.
        case pointer(owner: DNSName, target: DNSName)
        /// Another record of this name was added, removed or replaced.
        case name(DNSName)
    }

    /// How long a record is kept after it was withdrawn or flushed: 1 s (RFC 6762 sections 10.1 and 10.2).
    static let graceTime = TimeAmount.seconds(1)
    /// The longest lifetime, in seconds: one day. A larger time to live has no use and would only help flooding.
    static let maximumLifetime: UInt32 = 86_400
    /// The largest content, in bytes. Larger records are rejected; the largest TXT records of real services are far
    /// smaller.
    static let contentLimit = 1_300
    /// The percentages of a record's lifetime at which it is queried for again (RFC 6762 section 5.2).
    static let refreshPercents: [Int64] = [80, 85, 90, 95]
    /// The delay of other types relative to PTR, in percentage points: SRV, TXT and addresses usually arrive with the
    /// response to the PTR query.
    static let laterRefreshOffset: Int64 = 2
    static let unansweredTime = TimeAmount.seconds(10)

    private var sets: [Key: [DNSRecordData: Entry]] = [:]
    private(set) var count = 0
    let limit: Int
    private var jitter: Jitter
    /// No record needs attention before this time.
    private(set) var nextDeadline = NIODeadline.distantFuture
    /// The number of records evicted because the cache was full.
    private(set) var evictions = 0
    /// The number of records rejected because their content is too long.
    private(set) var oversized = 0

    init(limit: Int, jitter: Jitter) {
        self.limit = max(16, limit)
        self.jitter = jitter
    }

    // MARK: - Reading

    /// Returns the unexpired records of a name and type.
    func entries(_ name: DNSName, _ type: DNSRecordType, now: NIODeadline) -> [Entry] {
        guard let set = sets[Key(name: name, type: type)] else { return [] }
        return set.values.filter { $0.expiresAt > now }
    }

    /// Whether there is an unexpired record of a name and type.
    func contains(_ name: DNSName, _ type: DNSRecordType, now: NIODeadline) -> Bool {
        sets[Key(name: name, type: type)]?.values.contains { $0.expiresAt > now } ?? false
    }

    /// Returns the record received last, for types of which a name has only one record.
    func newest(_ name: DNSName, _ type: DNSRecordType, now: NIODeadline) -> DNSRecordData? {
        guard let set = sets[Key(name: name, type: type)] else { return nil }
        var best: Entry?
        for entry in set.values where entry.expiresAt > now {
            guard let current = best else {
                best = entry
                continue
            }
            // Of two records received at the same time, the one that expires later is current.
            if (entry.receivedAt, entry.expiresAt) > (current.receivedAt, current.expiresAt) { best = entry }
        }
        return best?.record.data
    }

    /// The unexpired addresses of a host, in no particular order.
    func addresses(of host: DNSName, now: NIODeadline) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for type in [DNSRecordType.a, .aaaa] {
            for (data, entry) in sets[Key(name: host, type: type)] ?? [:] where entry.expiresAt > now {
                if case .a(let bytes) = data { found.append(bytes) }
                if case .aaaa(let bytes) = data { found.append(bytes) }
            }
        }
        return found
    }

    func hasPointer(_ owner: DNSName, to target: DNSName, now: NIODeadline) -> Bool {
        guard let entry = sets[Key(name: owner, type: .ptr)]?[.ptr(target)] else { return false }
        return entry.expiresAt > now
    }

    /// Whether an NSEC record states that the name has no records of the type.
    func isDenied(_ name: DNSName, _ type: DNSRecordType, now: NIODeadline) -> Bool {
        guard case .nsec(_, let types)? = newest(name, .nsec, now: now) else { return false }
        return !types.contains(type)
    }

    // MARK: - Receiving

    /// Adds the records of a response and returns the changes.
    mutating func receive(
        _ records: some Collection<DNSRecord>,
        from source: [UInt8],
        isUnicast: Bool,
        now: NIODeadline
    ) -> [Change] {
        var changes: [Change] = []
        var flushed: Set<Key> = []
        for record in records where record.recordClass == 1 {
            guard isAcceptable(record) else {
                oversized += 1
                continue
            }
            let key = Key(name: record.name, type: record.type)
            let replaces = record.flushesCache || (isUnicast && (record.type == .srv || record.type == .txt))
            // Without records of this name and type, there is nothing to flush.
            if replaces, record.timeToLive > 0, sets[key] != nil, flushed.insert(key).inserted {
                // A unicast response has shorter lifetimes, so what it confirms is not shortened.
                let confirmed = isUnicast ? records.filter { Key(name: $0.name, type: $0.type) == key }.map(\.data) : []
                flush(key, except: confirmed, now: now)
            }
            add(record, key, from: source, isUnicast: isUnicast, now: now, &changes)
        }
        return changes
    }

    private func isAcceptable(_ record: DNSRecord) -> Bool {
        switch record.data {
        case .txt(let text): text.recordContent.count <= Self.contentLimit
        case .unknown(_, let content): content.count <= Self.contentLimit
        default: true
        }
    }

    /// Lets records of a set that are older than one second expire in one second. Records that the same multicast
    /// response repeats get their full lifetime back immediately afterward.
    private mutating func flush(_ key: Key, except confirmed: [DNSRecordData], now: NIODeadline) {
        guard let set = sets[key] else { return }
        for (data, entry) in set where entry.receivedAt + Self.graceTime < now && !confirmed.contains(data) {
            shorten(key, data, to: now + Self.graceTime)
        }
    }

    private mutating func shorten(_ key: Key, _ data: DNSRecordData, to deadline: NIODeadline) {
        guard var entry = sets[key]?[data], entry.expiresAt > deadline else { return }
        entry.expiresAt = deadline
        entry.refreshAt = .distantFuture
        sets[key]?[data] = entry
        nextDeadline = min(nextDeadline, deadline)
    }

    private mutating func add(
        _ record: DNSRecord,
        _ key: Key,
        from source: [UInt8],
        isUnicast: Bool,
        now: NIODeadline,
        _ changes: inout [Change]
    ) {
        let known = sets[key]?[record.data]
        guard record.timeToLive > 0 else {
            if known != nil { shorten(key, record.data, to: now + Self.graceTime) }
            return
        }
        let lifetime = TimeAmount.seconds(Int64(min(record.timeToLive, Self.maximumLifetime)))
        var entry = Entry(
            record: record,
            receivedAt: now,
            expiresAt: now + lifetime,
            refreshAt: .distantFuture,
            refreshStep: 0,
            isFromUnicast: isUnicast,
            source: source
        )
        if let known {
            if isUnicast, !known.isFromUnicast, known.expiresAt > entry.expiresAt {
                // The record is valid, and the lifetime received by multicast remains in effect.
                sets[key]?[record.data]?.receivedAt = now
                return
            }
            entry.source = known.source
            if (sets[key]?.count ?? 0) > 1 { changes.append(Self.change(record)) }
        } else {
            if count >= limit { evict(&changes) }
            count += 1
            changes.append(Self.change(record))
        }
        entry.refreshAt = refreshTime(entry)
        nextDeadline = min(nextDeadline, entry.refreshAt, entry.expiresAt)
        sets[key, default: [:]][record.data] = entry
    }

    private static func change(_ record: DNSRecord) -> Change {
        if case .ptr(let target) = record.data { return .pointer(owner: record.name, target: target) }
        return .name(record.name)
    }

    /// Evicts a sixteenth of all records, from the source that has the most: a flood evicts its own records first.
    private mutating func evict(_ changes: inout [Change]) {
        var countBySource: [[UInt8]: Int] = [:]
        for set in sets.values {
            for entry in set.values {
                countBySource[entry.source, default: 0] += 1
            }
        }
        guard let largest = countBySource.max(by: { $0.value < $1.value })?.key else { return }
        var candidates: [(key: Key, entry: Entry)] = []
        for (key, set) in sets {
            for entry in set.values where entry.source == largest {
                candidates.append((key, entry))
            }
        }
        candidates.sort { $0.entry.expiresAt < $1.entry.expiresAt }
        for candidate in candidates.prefix(max(1, limit / 16)) {
            remove(candidate.key, candidate.entry.record, &changes)
            evictions += 1
        }
    }

    private mutating func remove(_ key: Key, _ record: DNSRecord, _ changes: inout [Change]) {
        guard sets[key]?.removeValue(forKey: record.data) != nil else { return }
        if sets[key]?.isEmpty == true { sets[key] = nil }
        count -= 1
        changes.append(Self.change(record))
    }

    // MARK: - Time

    /// Removes expired records. Returns the changes and the records to query for again.
    mutating func advance(to now: NIODeadline) -> (changes: [Change], refresh: [Key]) {
        guard now >= nextDeadline else { return ([], []) }
        var changes: [Change] = []
        var refresh: [Key] = []
        var expired: [(Key, DNSRecord)] = []
        var due: [(Key, Entry)] = []
        var next = NIODeadline.distantFuture
        for (key, set) in sets {
            var isDue = false
            for entry in set.values {
                if entry.expiresAt <= now || isAbandoned(entry, now: now) {
                    expired.append((key, entry.record))
                    continue
                }
                if entry.refreshAt <= now {
                    isDue = true
                    due.append((key, entry))
                } else {
                    next = min(next, entry.refreshAt)
                }
                next = min(next, entry.expiresAt)
                if entry.unansweredQueries >= 2 { next = min(next, entry.firstUnansweredAt + Self.unansweredTime) }
            }
            if isDue { refresh.append(key) }
        }
        for (key, record) in expired {
            remove(key, record, &changes)
        }
        for (key, var entry) in due {
            entry.refreshStep += 1
            entry.refreshAt = refreshTime(entry)
            next = min(next, entry.refreshAt)
            sets[key]?[entry.record.data] = entry
        }
        nextDeadline = next
        return (changes, refresh)
    }

    /// Returns the time of the record's next refresh: 80, 85, 90 and 95% of its lifetime, each up to 2% later so that
    /// many browsers do not query at once.
    private mutating func refreshTime(_ entry: Entry) -> NIODeadline {
        guard entry.refreshStep < Self.refreshPercents.count else { return .distantFuture }
        let lifetime = entry.expiresAt.uptimeNanoseconds &- entry.receivedAt.uptimeNanoseconds
        let offset = entry.record.type == .ptr ? 0 : Self.laterRefreshOffset
        let permille = (Self.refreshPercents[entry.refreshStep] + offset) * 10 + jitter.next(0...20)
        return entry.receivedAt + .nanoseconds(Int64(lifetime / 1_000) * permille)
    }

    /// Marks records as doubtful: they expire at `deadline` unless they are received again.
    mutating func doubt(_ key: Key, until deadline: NIODeadline) {
        for data in (sets[key] ?? [:]).keys {
            shorten(key, data, to: deadline)
        }
    }

    /// Marks one PTR record as doubtful.
    mutating func doubtPointer(_ owner: DNSName, to target: DNSName, until deadline: NIODeadline) {
        shorten(Key(name: owner, type: .ptr), .ptr(target), to: deadline)
    }

    /// Records that another host queried for records that it does not list as known answers (RFC 6762 section 10.5).
    mutating func observeQuery(_ question: DNSQuestion, known: Set<DNSRecordData>, now: NIODeadline) {
        let key = Key(name: question.name, type: question.type)
        guard let set = sets[key] else { return }
        for (data, entry) in set where !known.contains(data) {
            var entry = entry
            if entry.unansweredQueries == 0 || entry.receivedAt >= entry.firstUnansweredAt {
                entry.unansweredQueries = 0
                entry.firstUnansweredAt = now
            }
            entry.unansweredQueries += 1
            sets[key]?[data] = entry
            nextDeadline = min(nextDeadline, entry.firstUnansweredAt + Self.unansweredTime)
        }
    }

    private func isAbandoned(_ entry: Entry, now: NIODeadline) -> Bool {
        entry.unansweredQueries >= 2 && entry.receivedAt < entry.firstUnansweredAt
            && entry.firstUnansweredAt + Self.unansweredTime <= now
    }
}
