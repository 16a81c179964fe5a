import NIOCore

extension Responder {
    /// Announces everything about a service: at once, then after 1 s, 3 s … (RFC 6762 section 8.3).
    mutating func announceAll(_ id: OfferedService.ID, now: NIODeadline) {
        guard let service = entries[id]?.service else { return }
        var records: [OwnRecord] = [.pointer(id), .location(id), .text(id)]
        records += [.address4(host: service.host), .address6(host: service.host), .enumeration(type: service.type)]
        records += service.subtypes.map { .subtype(id, owner: $0) }
        announce(records, times: announcementCount, now: now)
    }

    /// Announces records: now, or a second after they were last multicast.
    mutating func announce(_ records: [OwnRecord], times: Int, now: NIODeadline) {
        // A newer announcement of the same records takes the place of what is left of an older one.
        announcements.removeAll { $0.records == records }
        let start = records.map { earliestMulticast($0, now: now) }.min() ?? now
        announcements.append(
            Announcement(records: records, nextAt: start, gap: .seconds(1), remaining: times)
        )
    }

    mutating func sendAnnouncements(now: NIODeadline, _ output: inout Output) {
        guard announcements.contains(where: { $0.nextAt <= now }) else { return }
        var groups: [ResponsePacker.Group] = []
        var left: [Announcement] = []
        for var announcement in announcements {
            // Those of many services stay in step once they met.
            guard announcement.nextAt <= now + Self.probeInterval else {
                left.append(announcement)
                continue
            }
            groups += announcementGroups(announcement.records)
            for record in announcement.records {
                lastMulticast[record] = now
            }
            announcement.remaining -= 1
            announcement.nextAt = now + announcement.gap
            announcement.gap = announcement.gap * 2
            if announcement.remaining > 0 { left.append(announcement) }
        }
        announcements = left
        output.multicast += ResponsePacker().pack(groups) { records($0) }.map { ($0, .all) }
    }

    /// All records in one datagram; many subtypes may follow in others.
    private func announcementGroups(_ records: [OwnRecord]) -> [ResponsePacker.Group] {
        let established = records.filter(isEstablished)
        let subtypes = established.filter { if case .subtype = $0 { true } else { false } }
        let others = established.filter { if case .subtype = $0 { false } else { true } }
        var groups = subtypes.map { ResponsePacker.Group(answers: [$0]) }
        if !others.isEmpty { groups.insert(ResponsePacker.Group(answers: others), at: 0) }
        return groups
    }

    private func isEstablished(_ record: OwnRecord) -> Bool {
        switch record {
        case .pointer(let id), .subtype(let id, _), .location(let id), .text(let id), .instanceDenial(let id):
            entries[id]?.phase == .established
        case .enumeration(let type): types[type] != nil
        case .address4(let host), .address6(let host), .hostDenial(let host): hosts[host]?.isVerified == true
        }
    }

    /// Now, or the end of the second in which the record was multicast.
    func earliestMulticast(_ record: OwnRecord, now: NIODeadline) -> NIODeadline {
        guard let last = lastMulticast[record] else { return now }
        return max(now, last + Self.shortestRepeat)
    }
}
