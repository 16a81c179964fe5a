// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension Responder {
    /// Starts to probe. Probes of all services are sent together every 250 ms, the first one after 0 to 250 ms.
    mutating func startProbing(now: NIODeadline) {
        guard nextProbeAt == .distantFuture else { return }
        nextProbeAt = now + jitter.milliseconds(0...250)
    }

    mutating func probe(now: NIODeadline, _ output: inout Output) {
        guard nextProbeAt <= now else { return }
        nextProbeAt = .distantFuture
        var groups: [ResponsePacker.Group] = []
        var askedHosts: Set<DNSName> = []
        for id in entries.keys.sorted() {
            guard let entry = entries[id], case .probing(let sent, let notBefore) = entry.phase else { continue }
            nextProbeAt = now + Self.probeInterval
            guard notBefore <= now else { continue }
            guard sent < Self.probeCount else {
                establish(id, now: now, &output)
                continue
            }
            entries[id]?.phase = .probing(sent: sent + 1, notBefore: notBefore)
            groups.append(probeGroup(entry.service, &askedHosts))
        }
        let hasProbing = entries.values.contains { if case .probing = $0.phase { true } else { false } }
        if !hasProbing { nextProbeAt = .distantFuture }
        let packer = ResponsePacker(flags: .query)
        output.multicast += packer.pack(groups) { records($0) }.map { ($0, .all) }
    }

    /// Returns the questions for the names and, in the authority section, the proposed records (RFC 6762 section 8.2).
    private func probeGroup(_ service: AnnouncedService, _ askedHosts: inout Set<DNSName>) -> ResponsePacker.Group {
        var group = ResponsePacker.Group(
            questions: [DNSQuestion(name: service.instance, type: .any)],
            authorities: [.location(service.id), .text(service.id)]
        )
        if hosts[service.host]?.isVerified != true, askedHosts.insert(service.host).inserted {
            group.questions.append(DNSQuestion(name: service.host, type: .any))
            group.authorities += [.address4(host: service.host), .address6(host: service.host)]
        }
        return group
    }

    private mutating func establish(_ id: AnnouncedService.ID, now: NIODeadline, _ output: inout Output) {
        guard let service = entries[id]?.service else { return }
        entries[id]?.phase = .established
        hosts[service.host]?.isVerified = true
        announceAll(id, now: now)
        output.events.append(.established(id))
    }

    // MARK: - Simultaneous probes

    /// Resolves simultaneous probes for a name: the host with the lexicographically later records gets it (RFC 6762
    /// section 8.2).
    mutating func breakTies(_ authorities: [DNSRecord], now: NIODeadline) {
        for (name, theirs) in Dictionary(grouping: authorities, by: \.name) {
            if let id = instances[name], let entry = entries[id], case .probing(let sent, _) = entry.phase, sent > 0 {
                let ours = records(.location(id)) + records(.text(id))
                guard Self.isEarlier(ours, than: theirs) else { continue }
                entries[id]?.phase = .probing(sent: 0, notBefore: now + Self.waitAfterLostTieBreak)
            } else if let host = hosts[name], !host.isVerified {
                let ours = records(.address4(host: name)) + records(.address6(host: name))
                let areAllOurs = theirs.allSatisfy { machineAddresses.contains($0.data) }
                guard !areAllOurs, Self.isEarlier(ours, than: theirs) else { continue }
                for (id, entry) in entries where entry.service.host == name {
                    guard case .probing(let sent, _) = entry.phase, sent > 0 else { continue }
                    entries[id]?.phase = .probing(sent: 0, notBefore: now + Self.waitAfterLostTieBreak)
                }
            }
        }
    }

    /// Whether one record set precedes another: both are sorted by class, type and content, then compared pairwise. A
    /// set that is a prefix of the other precedes it.
    static func isEarlier(_ left: [DNSRecord], than right: [DNSRecord]) -> Bool {
        let left = left.map(sortKey).sorted { $0.lexicographicallyPrecedes($1) }
        let right = right.map(sortKey).sorted { $0.lexicographicallyPrecedes($1) }
        return left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
    }

    private static func sortKey(_ record: DNSRecord) -> [UInt8] {
        let numbers = [record.recordClass, record.type.rawValue]
        return numbers.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] } + record.data.uncompressedContent
    }

    // MARK: - Conflicts

    /// Checks another host's response for records that conflict with those of this host.
    mutating func checkConflicts(_ message: DNSMessage, now: NIODeadline, _ output: inout Output) {
        guard !entries.isEmpty else { return }
        for record in [message.answers, message.additionals].joined() where record.recordClass == 1 {
            switch record.data {
            case .srv, .txt: checkInstance(record, now: now, &output)
            case .a, .aaaa: checkHost(record, now: now, &output)
            case .ptr: suppressDuplicate(record)
            default: break
            }
        }
    }

    private mutating func checkInstance(_ record: DNSRecord, now: NIODeadline, _ output: inout Output) {
        guard let id = instances[record.name], let entry = entries[id] else { return }
        let own: RecordIdentifier = record.type == .srv ? .location(id) : .text(id)
        let ours = records(own)
        if let ownRecord = ours.first, ownRecord.data == record.data {
            reassert(own, ownRecord, record, phase: entry.phase, now: now)
            return
        }
        guard record.timeToLive > 0 else { return }
        switch entry.phase {
        case .probing:
            entries[id]?.phase = .conflicted
            entries[id]?.conflicts += 1
            lastClaim = record
            output.events.append(.instanceConflict(id))
        case .established:
            entries[id]?.phase = .probing(sent: 0, notBefore: now)
            entries[id]?.conflicts += 1
            startProbing(now: now)
        case .conflicted: break
        }
    }

    private mutating func checkHost(_ record: DNSRecord, now: NIODeadline, _ output: inout Output) {
        guard let host = hosts[record.name], record.timeToLive > 0 else { return }
        guard !addresses(record.name).contains(record.data), !machineAddresses.contains(record.data) else { return }
        let users = entries.filter { $0.value.service.host == record.name }
        if host.isVerified {
            hosts[record.name]?.isVerified = false
            for (id, entry) in users where entry.phase == .established {
                entries[id]?.phase = .probing(sent: 0, notBefore: now)
            }
            startProbing(now: now)
        } else {
            for id in users.keys {
                entries[id]?.phase = .conflicted
                entries[id]?.conflicts += 1
            }
            lastClaim = record
            output.events.append(.hostConflict(record.name))
        }
    }

    /// Sends a record again after another host sent it with a time to live so short that caches would drop it (RFC 6762
    /// section 6.6).
    private mutating func reassert(
        _ own: RecordIdentifier,
        _ ours: DNSRecord,
        _ theirs: DNSRecord,
        phase: Phase,
        now: NIODeadline
    ) {
        guard phase == .established, theirs.timeToLive < ours.timeToLive / 2 else { return }
        pending.add(own, at: earliestMulticast(own, now: now), by: .all)
    }

    /// Removes a pending pointer that another host has just multicast (RFC 6762 section 7.4).
    private mutating func suppressDuplicate(_ record: DNSRecord) {
        guard !pending.isEmpty, case .ptr(let target) = record.data else { return }
        let own: RecordIdentifier? =
            if record.name == AnnouncedService.enumerationName {
                .enumeration(type: target)
            } else if let id = instances[target] {
                entries[id]?.service.type == record.name ? .pointer(id) : .subtype(id, owner: record.name)
            } else {
                nil
            }
        guard let own, let ours = records(own).first, record.timeToLive >= ours.timeToLive / 2 else { return }
        pending.remove(own)
    }
}

extension DNSRecordData {
    /// The content in the form that is compared for simultaneous probes, with uncompressed names (RFC 6762 section
    /// 8.2.1).
    var uncompressedContent: [UInt8] {
        switch self {
        case .a(let address), .aaaa(let address): address
        case .ptr(let name): name.wireBytes + [0]
        case .srv(let location):
            [location.priority, location.weight, location.port].flatMap { value in
                [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
            } + location.target.wireBytes + [0]
        case .txt(let text): text.recordContent
        case .nsec(let next, _): next.wireBytes + [0]
        case .unknown(_, let content): content
        }
    }
}
