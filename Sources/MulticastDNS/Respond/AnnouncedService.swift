// SPDX-License-Identifier: Apache-2.0

/// A validated registration in DNS terms.
struct AnnouncedService: Hashable, Sendable {
    /// Identifies the service on every link, across renames.
    typealias ID = Int

    var id: ID
    var instance: DNSName
    var type: DNSName
    /// The owner names of the subtype pointers, such as `_sub1._sub._type._tcp.local`.
    var subtypes: [DNSName]
    var port: UInt16
    var host: DNSName
    var text: ServiceText
    var timesToLive: ServiceRegistration.TimesToLive
    /// Fixed addresses; nil to use the addresses of the link.
    var addresses: [DNSRecordData]?

    /// The maximum number of subtypes of a service.
    static let subtypeLimit = 256
    static let domain = "local"

    /// Returns the owner name of a service type's pointers, such as `_googlecast._tcp.local`.
    static func typeName(_ type: String) throws(DNSFormatError) -> DNSName {
        let labels = type.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return try DNSName(labels: labels + [domain])
    }

    /// Returns the owner name of a subtype's pointers.
    static func subtypeName(_ subtype: String, of type: DNSName) throws(DNSFormatError) -> DNSName {
        try type.prepending("_sub").prepending(subtype)
    }

    /// The name `_services._dns-sd._udp.local`, whose pointers enumerate all service types (RFC 6763 section 9).
    static let enumerationName = DNSName(
        validWireBytes: [["_services"], ["_dns-sd"], ["_udp"], [domain]].joined().flatMap {
            [UInt8($0.utf8.count)] + Array($0.utf8)
        }
    )

    /// Returns the label with the suffix `-2`, `-3` and so on, truncated to 63 bytes at a character boundary.
    static func renamed(_ label: String, attempt: Int) -> String {
        let suffix = attempt < 2 ? "" : "-\(attempt)"
        var base = label
        while base.utf8.count + suffix.utf8.count > 63 {
            base.removeLast()
        }
        return base + suffix
    }
}

/// An identifier of a record that a responder can send, independent of the record's current content.
///
/// Pending records are stored in this form, so that a text updated in the meantime is sent in its newest version.
enum RecordIdentifier: Hashable {
    /// A pointer from `_services._dns-sd._udp` to a type.
    case enumeration(type: DNSName)
    /// A pointer from a type to an instance.
    case pointer(AnnouncedService.ID)
    /// A pointer from a subtype to an instance.
    case subtype(AnnouncedService.ID, owner: DNSName)
    case location(AnnouncedService.ID)
    case text(AnnouncedService.ID)
    case address4(host: DNSName)
    case address6(host: DNSName)
    /// The statement that the instance has only SRV and TXT records.
    case instanceDenial(AnnouncedService.ID)
    /// The statement that the host has no records other than its address records.
    case hostDenial(host: DNSName)

    /// Whether other hosts may have records of the same name and type.
    var isShared: Bool {
        switch self {
        case .enumeration, .pointer, .subtype: true
        default: false
        }
    }

    /// The service that the record belongs to; nil for records that services share.
    var serviceID: AnnouncedService.ID? {
        switch self {
        case .pointer(let id), .subtype(let id, _), .location(let id), .text(let id), .instanceDenial(let id): id
        case .enumeration, .address4, .address6, .hostDenial: nil
        }
    }
}
