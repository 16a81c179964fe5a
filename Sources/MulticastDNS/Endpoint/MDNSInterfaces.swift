/// The network interfaces that an endpoint uses.
public enum MDNSInterfaces: Hashable, Sendable, CustomStringConvertible {
    /// Every interface that is up and capable of multicast, except loopback.
    case all
    /// The interfaces of these names, as `eth0`. Loopback is used only when it is named; there, IPv4 alone works.
    case named([String])

    public var description: String {
        switch self {
        case .all: "every interface that is up and capable of multicast, except loopback"
        case .named(let names): names.joined(separator: ", ")
        }
    }
}
