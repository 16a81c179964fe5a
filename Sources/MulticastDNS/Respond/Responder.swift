// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Announces services on one link and answers queries for them.
///
/// Responsibilities: probing for unique names, announcing, answering queries (with known-answer suppression, delays and
/// additional records), defending the names, reporting conflicts, and goodbye packets.
///
/// A service goes from *probing* to *established*. A conflict while established returns it to probing. A conflict while
/// probing stops it until the owner renames it. Hosts are probed together with the services that refer to them.
///
/// Intentional deviations from RFC 6762: queries do not request unicast responses, because several responders on one
/// host share port 5353 and a unicast response reaches only one of them. A record that was multicast less than a second
/// ago is sent again at the end of that second instead of being suppressed, so that a browser that started late does
/// not have to repeat its query.
struct Responder {
    struct Entry {
        var service: AnnouncedService
        var phase: Phase
        var conflicts = 0
    }

    enum Phase: Equatable {
        /// The number of probes sent, and the earliest time of the next one.
        case probing(sent: Int, notBefore: NIODeadline)
        case established
        /// Another host uses the name. The service waits to be renamed.
        case conflicted
    }

    struct Host {
        var users = 0
        var isVerified = false
        /// The shortest time to live of the host's services, in seconds.
        var timeToLive = UInt32.max
        /// Fixed addresses; nil to use the addresses of the link.
        var addresses: [DNSRecordData]?
    }

    struct Announcement {
        var records: [RecordIdentifier]
        var nextAt: NIODeadline
        var gap: TimeAmount
        var remaining: Int
    }

    /// An event that the owner must handle.
    enum Event: Hashable {
        /// The name is established; the first announcement is sent with this event.
        case established(AnnouncedService.ID)
        /// Another host uses the instance's name.
        case instanceConflict(AnnouncedService.ID)
        /// Another host uses the host name.
        case hostConflict(DNSName)
    }

    /// The datagrams to send, and the events to report.
    struct Output {
        var multicast: [(datagram: [UInt8], families: AddressFamilies)] = []
        var unicast: [(datagram: [UInt8], destination: PacketSource)] = []
        var events: [Event] = []
    }

    static let probeInterval = TimeAmount.milliseconds(250)
    static let probeCount = 3
    /// The number of conflicts after which each further attempt is delayed (RFC 6762 section 8.1).
    static let conflictsBeforeWaiting = 15
    static let waitAfterManyConflicts = TimeAmount.seconds(5)
    static let waitAfterLostTieBreak = TimeAmount.seconds(1)
    /// The shortest interval between two transmissions of the same record, except to defend it (RFC 6762 section 6).
    static let shortestRepeat = TimeAmount.seconds(1)

    var entries: [AnnouncedService.ID: Entry] = [:]
    var instances: [DNSName: AnnouncedService.ID] = [:]
    var types: [DNSName: [AnnouncedService.ID]] = [:]
    var subtypes: [DNSName: [AnnouncedService.ID]] = [:]
    var hosts: [DNSName: Host] = [:]
    /// The link's own addresses.
    var linkAddresses: [DNSRecordData]
    /// The addresses of all links of this machine. Another link's address under a shared host name is not a conflict.
    var machineAddresses: Set<DNSRecordData> = []
    var announcements: [Announcement] = []
    var pending = PendingAnswers()
    var deferred = DeferredQueries()
    var oneShotAnswers = OneShotAnswers()
    var lastMulticast: [RecordIdentifier: NIODeadline] = [:]
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

    /// The time of the next call of ``advance(to:)``.
    var nextDeadline: NIODeadline {
        var next = min(nextProbeAt, pending.nextDeadline, deferred.nextDeadline, oneShotAnswers.nextDeadline)
        for announcement in announcements {
            next = min(next, announcement.nextAt)
        }
        return next
    }

    // MARK: - Services

    /// Adds a service and starts to probe for its names.
    mutating func add(_ service: AnnouncedService, now: NIODeadline) {
        insert(Entry(service: service, phase: .probing(sent: 0, notBefore: now)))
        startProbing(now: now)
    }

    /// Replaces the names of a service after a conflict and probes for the new ones.
    mutating func rename(_ service: AnnouncedService, now: NIODeadline) {
        guard let old = entries[service.id] else { return }
        remove(old)
        let hasManyConflicts = old.conflicts > Self.conflictsBeforeWaiting
        let notBefore = hasManyConflicts ? now + Self.waitAfterManyConflicts : now
        insert(
            Entry(service: service, phase: .probing(sent: 0, notBefore: notBefore), conflicts: old.conflicts)
        )
        startProbing(now: now)
    }

    /// Replaces the text of a service and announces it.
    mutating func update(_ id: AnnouncedService.ID, text: ServiceText, now: NIODeadline) {
        guard let entry = entries[id], entry.service.text != text else { return }
        entries[id]?.service.text = text
        guard entry.phase == .established else { return }
        announce([.text(id)], times: 2, now: now)
    }

    /// Replaces the subtypes of a service. Pointers of new ones are announced, those of removed ones are withdrawn.
    mutating func update(_ id: AnnouncedService.ID, subtypes new: [DNSName], now: NIODeadline) -> Output {
        var output = Output()
        guard let entry = entries[id] else { return output }
        let old = entry.service.subtypes
        let removed = old.filter { !new.contains($0) }
        let added = new.filter { !old.contains($0) }
        if entry.phase == .established {
            output.multicast = goodbyePackets(removed.map { .subtype(id, owner: $0) })
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

    /// Removes a service. If it was announced, the output contains goodbye packets.
    mutating func remove(_ id: AnnouncedService.ID) -> Output {
        var output = Output()
        guard let entry = entries[id] else { return output }
        if entry.phase == .established {
            let service = entry.service
            var records: [RecordIdentifier] = [.pointer(id)]
            records += service.subtypes.map { .subtype(id, owner: $0) }
            records += [.location(id), .text(id)]
            if hosts[service.host]?.users == 1 {
                records += [.address4(host: service.host), .address6(host: service.host)]
            }
            output.multicast = goodbyePackets(records)
        }
        remove(entry)
        return output
    }

    /// Applies changed addresses of the link and announces everything again.
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
        for record in [RecordIdentifier.pointer(service.id), .location(service.id), .text(service.id)] {
            forget(record)
        }
        forget(.instanceDenial(service.id))
        hosts[service.host]?.users -= 1
        if hosts[service.host]?.users == 0 {
            hosts[service.host] = nil
            for record in [RecordIdentifier.address4(host: service.host), .address6(host: service.host)] {
                forget(record)
            }
            forget(.hostDenial(host: service.host))
        }
        announcements.removeAll { $0.records.contains { $0.serviceID == service.id } }
    }

    private mutating func forget(_ record: RecordIdentifier) {
        pending.remove(record)
        lastMulticast[record] = nil
    }

    private static func drop(_ id: AnnouncedService.ID, from name: DNSName, in index: inout [DNSName: [Int]]) {
        index[name]?.removeAll { $0 == id }
        if index[name]?.isEmpty == true { index[name] = nil }
    }

    // MARK: - Time

    /// Sends everything that is due.
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
