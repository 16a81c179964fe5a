/// A record that a responder can give, by what it says rather than by its present content.
///
/// What is pending to be sent is kept in these terms, so that a text updated meanwhile goes out in its newest form.
enum OwnRecord: Hashable {
    /// `_services._dns-sd._udp` to a type.
    case enumeration(type: DNSName)
    /// A type to an instance.
    case pointer(OfferedService.ID)
    /// A subtype to an instance.
    case subtype(OfferedService.ID, owner: DNSName)
    case location(OfferedService.ID)
    case text(OfferedService.ID)
    case address4(host: DNSName)
    case address6(host: DNSName)
    /// That the instance has nothing but SRV and TXT.
    case instanceDenial(OfferedService.ID)
    /// That the host has nothing but the addresses it has.
    case hostDenial(host: DNSName)

    /// Whether other hosts may have records of the same name and type.
    var isShared: Bool {
        switch self {
        case .enumeration, .pointer, .subtype: true
        default: false
        }
    }

    /// The service it speaks of; nil for records that several services share.
    var serviceID: OfferedService.ID? {
        switch self {
        case .pointer(let id), .subtype(let id, _), .location(let id), .text(let id), .instanceDenial(let id): id
        case .enumeration, .address4, .address6, .hostDenial: nil
        }
    }
}
