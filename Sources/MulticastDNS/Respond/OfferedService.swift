/// A registration, checked and in the terms of DNS.
struct OfferedService: Hashable, Sendable {
    /// Identifies the service on every link, across renames.
    typealias ID = Int

    var id: ID
    var instance: DNSName
    var type: DNSName
    /// Owners of the subtype pointers, as `_sub1._sub._type._tcp.local`.
    var subtypes: [DNSName]
    var port: UInt16
    var host: DNSName
    var text: ServiceText
    var timesToLive: ServiceRegistration.TimesToLive
    /// Fixed addresses; nil for those of the link.
    var addresses: [DNSRecordData]?

    /// Most subtypes of one service.
    static let subtypeLimit = 256
    static let domain = "local"

    /// The pointer owner of a service type, as `_googlecast._tcp.local`.
    static func typeName(_ type: String) throws(DNSFormatError) -> DNSName {
        let labels = type.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return try DNSName(labels: labels + [domain])
    }

    /// The pointer owner of a subtype.
    static func subtypeName(_ subtype: String, of type: DNSName) throws(DNSFormatError) -> DNSName {
        try type.prepending("_sub").prepending(subtype)
    }

    /// The name `_services._dns-sd._udp.local`, whose pointers lead to every type (RFC 6763 section 9).
    static let enumerationName = DNSName(
        validWireBytes: [["_services"], ["_dns-sd"], ["_udp"], [domain]].joined().flatMap {
            [UInt8($0.utf8.count)] + Array($0.utf8)
        }
    )

    /// The instance's label with `-2`, `-3` … at its end, cut to 63 bytes at a character's boundary.
    static func renamed(_ label: String, attempt: Int) -> String {
        let suffix = attempt < 2 ? "" : "-\(attempt)"
        var base = label
        while base.utf8.count + suffix.utf8.count > 63 {
            base.removeLast()
        }
        return base + suffix
    }
}
