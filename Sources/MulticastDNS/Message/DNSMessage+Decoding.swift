extension DNSMessage {
    /// Reads a message from a datagram.
    ///
    /// The message is taken as a whole: one bad record refuses it, as nothing after that record can be trusted. Bytes
    /// after the last record are ignored.
    ///
    /// - Throws: ``DNSFormatError`` with the reason and the offset.
    public init(datagram: [UInt8]) throws(DNSFormatError) {
        guard datagram.count <= Self.receiveLimit else {
            throw DNSFormatError(.datagramTooLarge, at: Self.receiveLimit)
        }
        var reader = DNSReader(datagram)
        let id = try reader.readUInt16()
        let flags = DNSFlags(rawValue: try reader.readUInt16())
        let questionCount = Int(try reader.readUInt16())
        let answerCount = Int(try reader.readUInt16())
        let authorityCount = Int(try reader.readUInt16())
        let additionalCount = Int(try reader.readUInt16())
        self.init(id: id, flags: flags)
        // The counts are the sender's claim. Nothing is reserved on their word beyond what the bytes could hold.
        questions.reserveCapacity(min(questionCount, datagram.count / 5))
        for _ in 0..<questionCount {
            questions.append(try reader.readQuestion())
        }
        answers = try Self.readRecords(answerCount, from: &reader)
        authorities = try Self.readRecords(authorityCount, from: &reader)
        additionals = try Self.readRecords(additionalCount, from: &reader)
    }

    private static func readRecords(
        _ count: Int,
        from reader: inout DNSReader
    ) throws(DNSFormatError) -> [DNSRecord] {
        var records: [DNSRecord] = []
        records.reserveCapacity(min(count, reader.bytes.count / 11))
        for _ in 0..<count {
            records.append(try reader.readRecord())
        }
        return records
    }
}
