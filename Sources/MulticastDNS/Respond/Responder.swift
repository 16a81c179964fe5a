import NIOCore

/// Offers services on one link.
///
/// Responsibilities: probing for unique names, announcing, answering queries (with known-answer suppression, delays and
/// additional records), defending the names and reporting conflicts, goodbyes.
///
/// A service goes from *probing* to *established*; a conflict while established brings it back to probing, a conflict
/// while probing stops it until the owner renames it. Hosts are probed along with the services that name them.
///
/// Deliberate exceptions to the rules of RFC 6762: no question asks for unicast answers, as several responders on one host
/// share port 5353 and a unicast answer reaches only one of them; a record multicast less than a second ago is sent when
/// that second is over, instead of never, so that a browser that joined late need not ask twice.
struct Responder {
    struct Entry {
        var service: OfferedService
        var phase: Phase
        var conflicts = 0
    }

    enum Phase: Equatable {
        /// So many probes went out; the next may not go before the time.
        case probing(sent: Int, notBefore: NIODeadline)
        case established
        /// Another host has the name; waits to be renamed.
        case conflicted
    }

    struct Host {
        var users = 0
        var isVerified = false
        /// The shortest life that a service of the host asked for.
        var timeToLive = UInt32.max
        /// Fixed addresses; nil for those of the link.
        var addresses: [DNSRecordData]?
    }

    struct Announcement {
        var records: [OwnRecord]
        var nextAt: NIODeadline
        var gap: TimeAmount
        var remaining: Int
    }

    /// What the owner must know.
    enum Event: Hashable {
        /// The name is ours; the first announcement goes out with this event.
        case established(OfferedService.ID)
        /// Another host has the instance's name.
        case instanceConflict(OfferedService.ID)
        /// Another host has the host's name.
        case hostConflict(DNSName)
    }

    /// What to send.
    struct Output {
        var multicast: [(datagram: [UInt8], families: AddressFamilies)] = []
        var unicast: [(datagram: [UInt8], destination: PacketSource)] = []
        var events: [Event] = []
    }

    static let probeInterval = TimeAmount.milliseconds(250)
    static let probeCount = 3
    /// After so many conflicts each further attempt waits (RFC 6762 section 8.1).
    static let conflictsBeforeWaiting = 15
    static let waitAfterManyConflicts = TimeAmount.seconds(5)
    static let waitAfterLostTieBreak = TimeAmount.seconds(1)
    /// Never the same record twice within this time, except to defend it (RFC 6762 section 6).
    static let shortestRepeat = TimeAmount.seconds(1)

    var entries: [OfferedService.ID: Entry] = [:]
    var instances: [DNSName: OfferedService.ID] = [:]
    var types: [DNSName: [OfferedService.ID]] = [:]
    var subtypes: [DNSName: [OfferedService.ID]] = [:]
    var hosts: [DNSName: Host] = [:]
    /// The link's own addresses.
    var linkAddresses: [DNSRecordData]
    /// The addresses of all links of this machine: another link's address under a shared host name is no conflict.
    var machineAddresses: Set<DNSRecordData> = []
    var announcements: [Announcement] = []
    var pending = PendingAnswers()
    var deferred = DeferredQueries()
    var oneShotAnswers = OneShotAnswers()
    var lastMulticast: [OwnRecord: NIODeadline] = [:]
    var nextProbeAt = NIODeadline.distantFuture
    /// The record of another host that caused the last reported conflict.
    var lastClaim: DNSRecord?
    var jitter: Jitter
    let announcementCount: Int

    init(linkAddresses: [DNSRecordData], announcementCount: Int, jitter: Jitter) {
        self.linkAddresses = linkAddresses
        self.announcementCount = max(1, announcementCount)
        self.jitter = jitter
    }

    /// When ``advance(to:)`` has something to do.
    var nextDeadline: NIODeadline {
        var next = min(nextProbeAt, pending.nextDeadline, deferred.nextDeadline, oneShotAnswers.nextDeadline)
        for announcement in announcements {
            next = min(next, announcement.nextAt)
        }
        return next
    }

    // MARK: - Services

    /// Begins to probe for a service.
    mutating func add(_ service: OfferedService, now: NIODeadline) {
        insert(Entry(service: service, phase: .probing(sent: 0, notBefore: now)))
        startProbing(now: now)
    }

    /// Takes new names after a conflict and probes for them.
    mutating func rename(_ service: OfferedService, now: NIODeadline) {
        guard let old = entries[service.id] else { return }
        remove(old)
        let isStormy = old.conflicts > Self.conflictsBeforeWaiting
        let notBefore = isStormy ? now + Self.waitAfterManyConflicts : now
        insert(
            Entry(service: service, phase: .probing(sent: 0, notBefore: notBefore), conflicts: old.conflicts)
        )
        startProbing(now: now)
    }

    /// Changes the text and tells everybody.
    mutating func update(_ id: OfferedService.ID, text: ServiceText, now: NIODeadline) {
        guard let entry = entries[id], entry.service.text != text else { return }
        entries[id]?.service.text = text
        guard entry.phase == .established else { return }
        announce([.text(id)], times: 2, now: now)
    }

    /// Changes the subtypes: pointers of new ones are announced, of old ones taken back.
    mutating func update(_ id: OfferedService.ID, subtypes new: [DNSName], now: NIODeadline) -> Output {
        var output = Output()
        guard let entry = entries[id] else { return output }
        let old = entry.service.subtypes
        let removed = old.filter { !new.contains($0) }
        let added = new.filter { !old.contains($0) }
        if entry.phase == .established {
            output.multicast = goodbyes(removed.map { .subtype(id, owner: $0) })
        }
        for owner in removed {
            forget(.subtype(id, owner: owner))
            Self.drop(id, from: owner, in: &subtypes)
        }
        entries[id]?.service.subtypes = new
        for owner in added {
            subtypes[owner, default: []].append(id)
        }
        if entry.phase == .established, !added.isEmpty {
            announce(added.map { .subtype(id, owner: $0) }, times: 2, now: now)
        }
        return output
    }

    /// Takes a service back; says goodbye if it was announced.
    mutating func remove(_ id: OfferedService.ID) -> Output {
        var output = Output()
        guard let entry = entries[id] else { return output }
        if entry.phase == .established {
            let service = entry.service
            var records: [OwnRecord] = [.pointer(id)]
            records += service.subtypes.map { .subtype(id, owner: $0) }
            records += [.location(id), .text(id)]
            if hosts[service.host]?.users == 1 {
                records += [.address4(host: service.host), .address6(host: service.host)]
            }
            output.multicast = goodbyes(records)
        }
        remove(entry)
        return output
    }

    /// Takes the link's new addresses and announces everything again.
    mutating func restart(linkAddresses: [DNSRecordData], now: NIODeadline) {
        self.linkAddresses = linkAddresses
        lastMulticast = [:]
        for (id, entry) in entries.sorted(by: { $0.key < $1.key }) where entry.phase == .established {
            announceAll(id, now: now)
        }
    }

    private mutating func insert(_ entry: Entry) {
        let service = entry.service
        entries[service.id] = entry
        instances[service.instance] = service.id
        types[service.type, default: []].append(service.id)
        for owner in service.subtypes {
            subtypes[owner, default: []].append(service.id)
        }
        var host = hosts[service.host] ?? Host()
        host.users += 1
        host.timeToLive = min(host.timeToLive, service.timesToLive.host)
        if let addresses = service.addresses {
            host.addresses = (host.addresses ?? []) + addresses.filter { host.addresses?.contains($0) != true }
        }
        hosts[service.host] = host
    }

    private mutating func remove(_ entry: Entry) {
        let service = entry.service
        entries[service.id] = nil
        if instances[service.instance] == service.id { instances[service.instance] = nil }
        Self.drop(service.id, from: service.type, in: &types)
        for owner in service.subtypes {
            Self.drop(service.id, from: owner, in: &subtypes)
            forget(.subtype(service.id, owner: owner))
        }
        for record in [OwnRecord.pointer(service.id), .location(service.id), .text(service.id)] {
            forget(record)
        }
        forget(.instanceDenial(service.id))
        hosts[service.host]?.users -= 1
        if hosts[service.host]?.users == 0 {
            hosts[service.host] = nil
            for record in [OwnRecord.address4(host: service.host), .address6(host: service.host)] {
                forget(record)
            }
            forget(.hostDenial(host: service.host))
        }
        announcements.removeAll { $0.records.contains { $0.serviceID == service.id } }
    }

    private mutating func forget(_ record: OwnRecord) {
        pending.remove(record)
        lastMulticast[record] = nil
    }

    private static func drop(_ id: OfferedService.ID, from name: DNSName, in index: inout [DNSName: [Int]]) {
        index[name]?.removeAll { $0 == id }
        if index[name]?.isEmpty == true { index[name] = nil }
    }

    // MARK: - Time

    /// Sends what is due.
    mutating func advance(to now: NIODeadline) -> Output {
        var output = Output()
        sendOneShotAnswers(now: now, &output)
        for query in deferred.takeDue(at: now) {
            answer(query, now: now, &output)
        }
        probe(now: now, &output)
        sendAnnouncements(now: now, &output)
        sendPending(now: now, &output)
        return output
    }

    private mutating func sendPending(now: NIODeadline, _ output: inout Output) {
        for (families, records) in pending.takeDue(at: now) {
            for record in records {
                lastMulticast[record] = now
            }
            let datagrams = ResponsePacker().pack(records.map(group)) { self.records($0) }
            output.multicast += datagrams.map { ($0, families) }
        }
    }
}
