extension DNSMessage {
    /// Writes the message as one datagram, with names compressed.
    ///
    /// - Parameter limit: Most bytes of the datagram.
    /// - Throws: `datagramTooLarge` when it does not fit.
    public func datagram(limit: Int = DNSMessage.receiveLimit) throws(DNSFormatError) -> [UInt8] {
        var writer = DNSMessageWriter(id: id, flags: flags, limit: limit)
        for question in questions where !writer.append(question) {
            throw DNSFormatError(.datagramTooLarge, at: writer.bytes.count)
        }
        for (records, section) in [
            (answers, DNSMessageWriter.Section.answer), (authorities, .authority), (additionals, .additional),
        ] {
            for record in records where !writer.append(record, section) {
                throw DNSFormatError(.datagramTooLarge, at: writer.bytes.count)
            }
        }
        return writer.finish()
    }
}
