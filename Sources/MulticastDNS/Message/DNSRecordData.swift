/// The content of a record.
public enum DNSRecordData: Hashable, Sendable {
    /// An IPv4 address, 4 bytes.
    case a([UInt8])
    /// An IPv6 address, 16 bytes.
    case aaaa([UInt8])
    /// The name pointed to.
    case ptr(DNSName)
    /// Where an instance is reached.
    case srv(DNSServiceLocation)
    /// The strings of a TXT record.
    case txt(ServiceText)
    /// The next name (in multicast DNS the owner itself) and the types the owner has.
    case nsec(DNSName, types: [DNSRecordType])
    /// Any other type, as received. Names inside are not decompressed.
    case unknown(DNSRecordType, [UInt8])

    /// The type of a record with this content.
    public var type: DNSRecordType {
        switch self {
        case .a: .a
        case .aaaa: .aaaa
        case .ptr: .ptr
        case .srv: .srv
        case .txt: .txt
        case .nsec: .nsec
        case .unknown(let type, _): type
        }
    }
}

/// The content of an SRV record (RFC 2782).
public struct DNSServiceLocation: Hashable, Sendable {
    /// Lower is preferred.
    public var priority: UInt16
    /// The share among locations of the same priority.
    public var weight: UInt16
    /// The port of the service.
    public var port: UInt16
    /// The host of the service.
    public var target: DNSName

    public init(priority: UInt16 = 0, weight: UInt16 = 0, port: UInt16, target: DNSName) {
        self.priority = priority
        self.weight = weight
        self.port = port
        self.target = target
    }
}
