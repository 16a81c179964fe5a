// SPDX-License-Identifier: Apache-2.0

/// The content of one datagram while groups of records are added to it.
struct DatagramContent {
    /// A group with its records.
    struct Group {
        struct Part {
            var own: RecordIdentifier
            var section: DNSMessageWriter.Section
            var records: [DNSRecord]
        }

        var questions: [DNSQuestion]
        var parts: [Part]

        init(_ group: ResponsePacker.Group, _ records: (RecordIdentifier) -> [DNSRecord]) {
            questions = group.questions
            parts = []
            parts.reserveCapacity(group.answers.count + group.authorities.count + group.additionals.count)
            parts += group.answers.map { Part(own: $0, section: .answer, records: records($0)) }
            parts += group.authorities.map { Part(own: $0, section: .authority, records: records($0)) }
            parts += group.additionals.map { Part(own: $0, section: .additional, records: records($0)) }
        }
    }

    /// The maximum size of all groups together, in bytes, as estimated.
    let limit: Int
    let compressesEveryName: Bool
    var groups: [Group] = []
    /// The records already in the datagram. Services of the same host share its address records.
    private var seen = Set<RecordIdentifier>(minimumCapacity: 32)
    private var size = 0

    init(limit: Int, compressesEveryName: Bool) {
        self.limit = limit
        self.compressesEveryName = compressesEveryName
    }

    /// Adds a group without the records that the datagram already contains. Returns false if it does not fit. The first
    /// group is always added.
    mutating func add(_ group: Group) -> Bool {
        var group = group
        group.parts.removeAll { seen.contains($0.own) }
        let groupSize = group.estimatedSize(compressesEveryName: compressesEveryName)
        guard groups.isEmpty || size + groupSize <= limit else { return false }
        size += groupSize
        for part in group.parts {
            seen.insert(part.own)
        }
        groups.append(group)
        return true
    }

    /// Passes the records of a section to a closure, group by group, until it returns false.
    func forEachRecord(in section: DNSMessageWriter.Section, _ body: (DNSRecord) -> Bool) -> Bool {
        for group in groups {
            for part in group.parts where part.section == section {
                for record in part.records {
                    guard body(record) else { return false }
                }
            }
        }
        return true
    }
}

extension DatagramContent.Group {
    /// Estimates the size of the group in bytes. The estimate assumes that all labels but the first of a name were
    /// written before, and the whole name if the group contains it twice.
    func estimatedSize(compressesEveryName: Bool) -> Int {
        var mentioned: [DNSName] = []
        func cost(_ name: DNSName) -> Int {
            if mentioned.contains(name) { return 2 }
            mentioned.append(name)
            return 3 + Int(name.wireBytes.first ?? 0)
        }
        func literalCost(_ name: DNSName) -> Int {
            guard !compressesEveryName else { return cost(name) }
            mentioned.append(name)
            return name.wireBytes.count + 1
        }
        var size = 0
        for question in questions {
            size += 4 + cost(question.name)
        }
        for record in parts.lazy.flatMap(\.records) {
            size += 10 + cost(record.name)
            switch record.data {
            case .a: size += 4
            case .aaaa: size += 16
            case .ptr(let target): size += cost(target)
            case .srv(let location): size += 6 + literalCost(location.target)
            case .txt(let text): size += text.recordContent.count
            case .nsec(let next, _): size += 8 + literalCost(next)
            case .unknown(_, let content): size += content.count
            }
        }
        return size
    }
}
