/// Packs groups of records that belong together into datagrams.
struct ResponsePacker {
    /// Records that should travel in one datagram. Additional ones are left out where they do not fit.
    struct Group {
        var questions: [DNSQuestion] = []
        var answers: [OwnRecord] = []
        var authorities: [OwnRecord] = []
        var additionals: [OwnRecord] = []
    }

    var id: UInt16 = 0
    var flags = DNSFlags.response
    /// Repeated in every datagram.
    var commonQuestions: [DNSQuestion] = []
    var compressesEveryName = true
    var limit = DNSMessage.sendLimit

    /// Packs as many groups into each datagram as fit with all of their records; a group too large for one datagram gets
    /// its own, of up to 9000 bytes (RFC 6762 section 17).
    func pack(_ groups: [Group], records: (OwnRecord) -> [DNSRecord]) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var start = 0
        while start < groups.count {
            let end = fittingEnd(groups, from: start, records: records)
            datagrams.append(write(groups[start..<max(end, start + 1)], isAlone: end == start, records: records))
            start = max(end, start + 1)
        }
        return datagrams
    }

    private func makeWriter(limit: Int) -> DNSMessageWriter {
        var writer = DNSMessageWriter(id: id, flags: flags, limit: limit, compressesEveryName: compressesEveryName)
        for question in commonQuestions {
            _ = writer.append(question)
        }
        return writer
    }

    /// The first group that no longer fits behind those from `start` on.
    ///
    /// Found by writing the groups one after the other: the order of the records, and so their sections, hardly changes
    /// the size.
    private func fittingEnd(_ groups: [Group], from start: Int, records: (OwnRecord) -> [DNSRecord]) -> Int {
        var trial = makeWriter(limit: limit)
        var seen: Set<OwnRecord> = []
        var end = start
        while end < groups.count {
            let group = groups[end]
            for question in group.questions where !trial.append(question) {
                return end
            }
            for list in [group.answers, group.authorities, group.additionals] {
                for own in list where seen.insert(own).inserted {
                    for record in records(own) where !trial.append(record, .additional) {
                        return end
                    }
                }
            }
            end += 1
        }
        return end
    }

    private func write(
        _ groups: ArraySlice<Group>,
        isAlone: Bool,
        records: (OwnRecord) -> [DNSRecord]
    ) -> [UInt8] {
        var writer = makeWriter(limit: isAlone ? DNSMessage.receiveLimit : limit)
        var seen: Set<OwnRecord> = []
        for question in groups.lazy.flatMap(\.questions) {
            _ = writer.append(question)
        }
        for own in groups.lazy.flatMap(\.answers) where seen.insert(own).inserted {
            for record in records(own) {
                _ = writer.append(record, .answer)
            }
        }
        for own in groups.lazy.flatMap(\.authorities) where seen.insert(own).inserted {
            for record in records(own) {
                _ = writer.append(record, .authority)
            }
        }
        for own in groups.lazy.flatMap(\.additionals) where seen.insert(own).inserted {
            for record in records(own) where writer.bytes.count < limit {
                _ = writer.append(record, .additional)
            }
        }
        return writer.finish()
    }
}
