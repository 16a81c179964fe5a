/// One resource record.
public struct DNSRecord: Hashable, Sendable {
    /// The owner.
    public var name: DNSName
    /// The class without its top bit; 1 is the Internet.
    public var recordClass: UInt16
    /// The top bit of the class: this set of records replaces what was known (RFC 6762 section 10.2).
    public var flushesCache: Bool
    /// Seconds the record may be kept; 0 says it is gone.
    public var timeToLive: UInt32
    /// The content, which also gives the type.
    public var data: DNSRecordData

    public init(
        name: DNSName,
        recordClass: UInt16 = 1,
        flushesCache: Bool = false,
        timeToLive: UInt32,
        data: DNSRecordData
    ) {
        self.name = name
        self.recordClass = recordClass
        self.flushesCache = flushesCache
        self.timeToLive = timeToLive
        self.data = data
    }

    /// The type, as the content says.
    public var type: DNSRecordType { data.type }
}
