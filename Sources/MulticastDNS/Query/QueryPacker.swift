/// Packs questions and known answers into datagrams.
enum QueryPacker {
    /// Known answers that do not fit follow in further datagrams, the earlier ones marked truncated (RFC 6762 section 7.2).
    static func pack(
        _ questions: [DNSQuestion],
        id: UInt16 = 0,
        limit: Int = DNSMessage.sendLimit,
        knownAnswers: (DNSQuestion) -> [DNSRecord]
    ) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var remaining = questions[...]
        while !remaining.isEmpty {
            var writer = DNSMessageWriter(id: id, flags: .query, limit: limit)
            var known: [DNSRecord] = []
            while let question = remaining.first, writer.append(question) {
                known += knownAnswers(question)
                remaining.removeFirst()
            }
            for record in known where !writer.append(record, .answer) {
                writer.setFlags(.queryWithMoreKnownAnswers)
                datagrams.append(writer.finish())
                writer = DNSMessageWriter(id: id, flags: .query, limit: limit)
                _ = writer.append(record, .answer)
            }
            datagrams.append(writer.finish())
        }
        return datagrams
    }
}
