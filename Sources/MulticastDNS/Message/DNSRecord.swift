// SPDX-License-Identifier: Apache-2.0

/// A question of a DNS message.
public struct DNSQuestion: Hashable, Sendable {
    /// The queried name.
    public var name: DNSName
    /// The queried type, possibly ``DNSRecordType/any``.
    public var type: DNSRecordType
    /// The class without its top bit: 1 is the Internet, 255 any class.
    public var recordClass: UInt16
    /// The top bit of the class: whether a unicast response is accepted (the "QU" question of RFC 6762 section 5.4).
    public var acceptsUnicast: Bool

    /// Creates a question.
    public init(name: DNSName, type: DNSRecordType, recordClass: UInt16 = 1, acceptsUnicast: Bool = false) {
        self.name = name
        self.type = type
        self.recordClass = recordClass
        self.acceptsUnicast = acceptsUnicast
    }

    /// Whether the question's class includes the Internet.
    var concernsInternet: Bool { recordClass == 1 || recordClass == 255 }
}

/// A DNS resource record.
public struct DNSRecord: Hashable, Sendable {
    /// The owner name.
    public var name: DNSName
    /// The class without its top bit: 1 is the Internet.
    public var recordClass: UInt16
    /// The top bit of the class: whether the record set replaces the cached one (RFC 6762 section 10.2).
    public var flushesCache: Bool
    /// How long the record may be cached, in seconds. 0 marks a goodbye packet.
    public var timeToLive: UInt32
    /// The content, which determines the type.
    public var data: DNSRecordData

    /// Creates a record.
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

    /// The type of the record's content.
    public var type: DNSRecordType { data.type }
}

/// The content of a DNS resource record.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum DNSRecordData: Hashable, Sendable {
    /// An IPv4 address, 4 bytes.
    case a([UInt8])
    /// An IPv6 address, 16 bytes.
    case aaaa([UInt8])
    /// The name that the pointer refers to.
    case ptr(DNSName)
    /// The host and port of a service instance.
    case srv(DNSServiceLocation)
    /// The strings of a TXT record.
    case txt(ServiceText)
    /// The next name (in multicast DNS the owner itself) and the types that the owner has.
    case nsec(DNSName, types: [DNSRecordType])
    /// Any other type, as received. Names inside the content are not decompressed.
    case unknown(DNSRecordType, [UInt8])

    /// The record type of this content.
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
    /// The priority. Lower values are preferred.
    public var priority: UInt16
    /// The share of traffic among locations of the same priority.
    public var weight: UInt16
    /// The port of the service.
    public var port: UInt16
    /// The host of the service.
    public var target: DNSName

    /// Creates the data of an SRV record.
    public init(priority: UInt16 = 0, weight: UInt16 = 0, port: UInt16, target: DNSName) {
        self.priority = priority
        self.weight = weight
        self.port = port
        self.target = target
    }
}

/// The type of a record or question. Values without a constant are preserved.
public struct DNSRecordType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// An IPv4 address.
    public static let a = DNSRecordType(rawValue: 1)
    /// A pointer to another name; in DNS-SD, from a service type to an instance.
    public static let ptr = DNSRecordType(rawValue: 12)
    /// The key-value pairs of an instance.
    public static let txt = DNSRecordType(rawValue: 16)
    /// An IPv6 address.
    public static let aaaa = DNSRecordType(rawValue: 28)
    /// Host and port of an instance (RFC 2782).
    public static let srv = DNSRecordType(rawValue: 33)
    /// The types that a name has, which denies all others (RFC 6762 section 6.1).
    public static let nsec = DNSRecordType(rawValue: 47)
    /// Any type; in questions only.
    public static let any = DNSRecordType(rawValue: 255)

    public var description: String {
        switch self {
        case .a: "A"
        case .ptr: "PTR"
        case .txt: "TXT"
        case .aaaa: "AAAA"
        case .srv: "SRV"
        case .nsec: "NSEC"
        case .any: "ANY"
        default: "TYPE\(rawValue)"
        }
    }
}
