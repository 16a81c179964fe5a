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
        var carried: DatagramContent.Group?
        while start < groups.count {
            var content = DatagramContent(limit: limit - commonSize, compressesEveryName: compressesEveryName)
            while start + content.groups.count < groups.count {
                let next = carried ?? DatagramContent.Group(groups[start + content.groups.count], records)
                carried = nil
                guard content.add(next) else {
                    carried = next
                    break
                }
            }
            var datagram = write(content)
            // The estimate was too low: rare, as it only errs where names are unlike each other.
            while datagram == nil, content.groups.count > 1 {
                content.groups.removeLast()
                carried = nil
                datagram = write(content)
            }
            if let datagram { datagrams.append(datagram) }
            start += content.groups.count
        }
        return datagrams
    }

    /// Header and common questions.
    private var commonSize: Int {
        commonQuestions.reduce(DNSMessageWriter.headerSize) { $0 + $1.name.wireBytes.count + 5 }
    }

    /// Writes a datagram; nil when more than additional records does not fit.
    private func write(_ content: DatagramContent) -> [UInt8]? {
        var writer = DNSMessageWriter(
            id: id,
            flags: flags,
            limit: content.groups.count == 1 ? DNSMessage.receiveLimit : limit,
            compressesEveryName: compressesEveryName
        )
        for question in commonQuestions {
            guard writer.append(question) else { return nil }
        }
        for question in content.groups.lazy.flatMap(\.questions) {
            guard writer.append(question) else { return nil }
        }
        guard content.forEachRecord(in: .answer, { writer.append($0, .answer) }),
            content.forEachRecord(in: .authority, { writer.append($0, .authority) })
        else { return nil }
        _ = content.forEachRecord(in: .additional) { record in
            if writer.bytes.count < limit { _ = writer.append(record, .additional) }
            return true
        }
        return writer.finish()
    }
}
