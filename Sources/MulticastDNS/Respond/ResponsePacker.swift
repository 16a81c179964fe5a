// SPDX-License-Identifier: Apache-2.0

/// Packs groups of related records into datagrams.
struct ResponsePacker {
    /// Records that should be sent in one datagram. Additional records are omitted if they do not fit.
    struct Group {
        var questions: [DNSQuestion] = []
        var answers: [RecordIdentifier] = []
        var authorities: [RecordIdentifier] = []
        var additionals: [RecordIdentifier] = []
    }

    var id: UInt16 = 0
    var flags = DNSFlags.response
    /// The questions that are repeated in every datagram.
    var commonQuestions: [DNSQuestion] = []
    var compressesEveryName = true
    var limit = DNSMessage.sendLimit

    /// Packs as many complete groups into each datagram as fit. A group that is too large for one datagram gets its
    /// own, of up to 9000 bytes (RFC 6762 section 17).
    func pack(_ groups: [Group], records: (RecordIdentifier) -> [DNSRecord]) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var start = 0
        var overflow: DatagramContent.Group?
        while start < groups.count {
            var content = DatagramContent(limit: limit - commonSize, compressesEveryName: compressesEveryName)
            while start + content.groups.count < groups.count {
                let next = overflow ?? DatagramContent.Group(groups[start + content.groups.count], records)
                overflow = nil
                guard content.add(next) else {
                    overflow = next
                    break
                }
            }
            var datagram = write(content)
            // The estimate was too low. This is rare, because it only fails for names with few common labels.
            while datagram == nil, content.groups.count > 1 {
                content.groups.removeLast()
                overflow = nil
                datagram = write(content)
            }
            if let datagram { datagrams.append(datagram) }
            start += content.groups.count
        }
        return datagrams
    }

    /// The size of the header and the common questions.
    private var commonSize: Int {
        commonQuestions.reduce(DNSMessageWriter.headerSize) { $0 + $1.name.wireBytes.count + 5 }
    }

    /// Encodes a datagram; nil if records other than additional ones do not fit.
    private func write(_ content: DatagramContent) -> [UInt8]? {
        var writer = DNSMessageWriter(
            id: id,
            flags: flags,
            limit: content.groups.count == 1 ? DNSMessage.fragmentedSendLimit : limit,
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
