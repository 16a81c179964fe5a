// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension Responder {
    /// Announces all records of a service: immediately, then after 1 s, 3 s and so on (RFC 6762 section 8.3).
    mutating func announceAll(_ id: AnnouncedService.ID, now: NIODeadline) {
        guard let service = entries[id]?.service else { return }
        var records: [RecordIdentifier] = [.pointer(id), .location(id), .text(id)]
        records += [.address4(host: service.host), .address6(host: service.host), .enumeration(type: service.type)]
        records += service.subtypes.map { .subtype(id, owner: $0) }
        announce(records, times: announcementCount, now: now)
    }

    /// Announces records immediately, or one second after they were last multicast.
    mutating func announce(_ records: [RecordIdentifier], times: Int, now: NIODeadline) {
        // A new announcement replaces the remaining repetitions of an older one with the same records.
        announcements.removeAll { $0.records == records }
        let start = records.map { earliestMulticast($0, now: now) }.min() ?? now
        announcements.append(
            Announcement(records: records, nextAt: start, gap: .seconds(1), remaining: times)
        )
    }

    mutating func sendAnnouncements(now: NIODeadline, _ output: inout Output) {
        guard announcements.contains(where: { $0.nextAt <= now }) else { return }
        var groups: [ResponsePacker.Group] = []
        var pendingAnnouncements: [Announcement] = []
        for var announcement in announcements {
            // Announcements that are almost due are sent as well, so that those of many services stay synchronized.
            guard announcement.nextAt <= now + Self.probeInterval else {
                pendingAnnouncements.append(announcement)
                continue
            }
            groups += announcementGroups(announcement.records)
            for record in announcement.records {
                lastMulticast[record] = now
            }
            announcement.remaining -= 1
            announcement.nextAt = now + announcement.gap
            announcement.gap = announcement.gap * 2
            if announcement.remaining > 0 { pendingAnnouncements.append(announcement) }
        }
        announcements = pendingAnnouncements
        output.multicast += ResponsePacker().pack(groups) { records($0) }.map { ($0, .all) }
    }

    /// Groups all records into one datagram; subtypes may follow in others.
    private func announcementGroups(_ records: [RecordIdentifier]) -> [ResponsePacker.Group] {
        let established = records.filter(isEstablished)
        let subtypes = established.filter { if case .subtype = $0 { true } else { false } }
        let others = established.filter { if case .subtype = $0 { false } else { true } }
        var groups = subtypes.map { ResponsePacker.Group(answers: [$0]) }
        if !others.isEmpty { groups.insert(ResponsePacker.Group(answers: others), at: 0) }
        return groups
    }

    private func isEstablished(_ record: RecordIdentifier) -> Bool {
        switch record {
        case .pointer(let id), .subtype(let id, _), .location(let id), .text(let id), .instanceDenial(let id):
            entries[id]?.phase == .established
        case .enumeration(let type): types[type] != nil
        case .address4(let host), .address6(let host), .hostDenial(let host): hosts[host]?.isVerified == true
        }
    }

    /// Returns the present time, or the end of the second after the record was last multicast.
    func earliestMulticast(_ record: RecordIdentifier, now: NIODeadline) -> NIODeadline {
        guard let last = lastMulticast[record] else { return now }
        return max(now, last + Self.shortestRepeat)
    }
}
