/// A DNS message as multicast DNS uses it (RFC 1035 section 4, RFC 6762 section 18).
public struct DNSMessage: Hashable, Sendable {
    /// The largest datagram that is sent: 1500 bytes of Ethernet less the IPv4 and UDP headers.
    public static let sendLimit = 1472
    /// The largest datagram that is accepted (RFC 6762 section 17).
    public static let receiveLimit = 9000

    /// 0 except in one-shot queries and the answers to them.
    public var id: UInt16
    /// The second 16 bits of the header.
    public var flags: DNSFlags
    public var questions: [DNSQuestion]
    public var answers: [DNSRecord]
    public var authorities: [DNSRecord]
    public var additionals: [DNSRecord]

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

/// The flags of a message's header.
public struct DNSFlags: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// A query of multicast DNS.
    public static let query = DNSFlags(rawValue: 0)
    /// An authoritative response.
    public static let response = DNSFlags(rawValue: 0x8400)
    /// A query whose known answers continue in the next datagram (RFC 6762 section 7.2).
    public static let queryWithMoreKnownAnswers = DNSFlags(rawValue: 0x0200)

    /// The QR bit.
    public var isResponse: Bool { rawValue & 0x8000 != 0 }
    /// 0 is a standard query; multicast DNS ignores every other message.
    public var operation: UInt16 { (rawValue >> 11) & 0xF }
    /// The TC bit.
    public var isTruncated: Bool { rawValue & 0x0200 != 0 }
    /// 0 is success; multicast DNS ignores every other message.
    public var responseCode: UInt16 { rawValue & 0xF }
}
