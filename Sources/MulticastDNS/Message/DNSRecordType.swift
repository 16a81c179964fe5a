/// The type of a record or question. Numbers without a name here are kept as they are.
public struct DNSRecordType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// An IPv4 address.
    public static let a = DNSRecordType(rawValue: 1)
    /// A pointer to another name: in DNS-SD from a service type to an instance.
    public static let ptr = DNSRecordType(rawValue: 12)
    /// Key and value pairs of an instance.
    public static let txt = DNSRecordType(rawValue: 16)
    /// An IPv6 address.
    public static let aaaa = DNSRecordType(rawValue: 28)
    /// Host and port of an instance (RFC 2782).
    public static let srv = DNSRecordType(rawValue: 33)
    /// The types a name has; the others do not exist (RFC 6762 section 6.1).
    public static let nsec = DNSRecordType(rawValue: 47)
    /// Every type; in questions only.
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
