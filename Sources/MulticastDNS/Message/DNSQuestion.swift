/// One question of a query.
public struct DNSQuestion: Hashable, Sendable {
    /// The name asked for.
    public var name: DNSName
    /// The type asked for, possibly ``DNSRecordType/any``.
    public var type: DNSRecordType
    /// The class without its top bit; 1 is the Internet, 255 every class.
    public var recordClass: UInt16
    /// The top bit of the class: a unicast answer is welcome (the "QU" question of RFC 6762 section 5.4).
    public var acceptsUnicast: Bool

    public init(name: DNSName, type: DNSRecordType, recordClass: UInt16 = 1, acceptsUnicast: Bool = false) {
        self.name = name
        self.type = type
        self.recordClass = recordClass
        self.acceptsUnicast = acceptsUnicast
    }

    /// Whether the question is about the class of the Internet.
    var concernsInternet: Bool { recordClass == 1 || recordClass == 255 }
}
