// SPDX-License-Identifier: Apache-2.0

/// A DNS message as used by multicast DNS (RFC 1035 section 4, RFC 6762 section 18).
public struct DNSMessage: Hashable, Sendable {
    /// The size in bytes up to which records are packed into one datagram: 1500 bytes of Ethernet minus the IPv6 and
    /// UDP headers. One group of records that does not fit is sent in a larger datagram.
    public static let sendLimit = 1452
    /// The largest datagram that may be sent, in bytes: 9000 minus the IPv6 and UDP headers (RFC 6762 section 17).
    public static let fragmentedSendLimit = 8952
    /// The largest datagram that is accepted, in bytes.
    public static let receiveLimit = 9000

    /// The message ID: 0 except in one-shot queries and the responses to them.
    public var id: UInt16
    /// The second 16 bits of the header.
    public var flags: DNSFlags
    /// The questions.
    public var questions: [DNSQuestion]
    /// The answers; in a query, those that the sender knows already (RFC 6762, section 7.1).
    public var answers: [DNSRecord]
    /// The authority records; in a probe, the records that it proposes (RFC 6762, section 8.2).
    public var authorities: [DNSRecord]
    /// Records that receivers of the answers are likely to need next.
    public var additionals: [DNSRecord]

    /// Creates a message.
    public init(
        id: UInt16 = 0,
        flags: DNSFlags = .query,
        questions: [DNSQuestion] = [],
        answers: [DNSRecord] = [],
        authorities: [DNSRecord] = [],
        additionals: [DNSRecord] = []
    ) {
        self.id = id
        self.flags = flags
        self.questions = questions
        self.answers = answers
        self.authorities = authorities
        self.additionals = additionals
    }
}

/// The flags in a message header.
public struct DNSFlags: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// A multicast DNS query.
    public static let query = DNSFlags(rawValue: 0)
    /// An authoritative response.
    public static let response = DNSFlags(rawValue: 0x8400)
    /// A query whose known answers continue in the next datagram (RFC 6762 section 7.2).
    public static let queryWithMoreKnownAnswers = DNSFlags(rawValue: 0x0200)

    /// The QR bit.
    public var isResponse: Bool { rawValue & 0x8000 != 0 }
    /// The operation code. 0 is a standard query; multicast DNS ignores messages with other values.
    public var operation: UInt16 { (rawValue >> 11) & 0xF }
    /// The TC bit.
    public var isTruncated: Bool { rawValue & 0x0200 != 0 }
    /// The response code. 0 is success; multicast DNS ignores messages with other values.
    public var responseCode: UInt16 { rawValue & 0xF }
}

extension DNSMessage {
    /// Decodes a message from a datagram.
    ///
    /// A malformed record rejects the whole message, even if its length field would allow skipping it. Bytes after the
    /// last record are ignored.
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
        // The counts are not trusted: no more capacity is reserved than the datagram's size allows.
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

extension DNSMessage {
    /// Encodes the message as one datagram with compressed names.
    ///
    /// - Parameter limit: The maximum size in bytes. Default ``fragmentedSendLimit``.
    /// - Throws: `datagramTooLarge` if the message does not fit.
    public func datagram(limit: Int = DNSMessage.fragmentedSendLimit) throws(DNSFormatError) -> [UInt8] {
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
