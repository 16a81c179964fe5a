import NIOCore

/// The two families of addresses, as a set.
struct AddressFamilies: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let ipv4 = AddressFamilies(rawValue: 1)
    static let ipv6 = AddressFamilies(rawValue: 2)
    static let all: AddressFamilies = [.ipv4, .ipv6]
}

/// Where a datagram came from.
struct PacketSource: Hashable, Sendable {
    static let multicastPort = 5_353

    var address: SocketAddress
    /// The address without the port.
    var host: [UInt8]
    var port: Int
    var family: AddressFamilies
    /// Whether the address belongs to this machine: it may be this process or another responder beside it.
    var isOwnHost: Bool
}
