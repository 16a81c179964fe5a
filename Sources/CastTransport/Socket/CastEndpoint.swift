/// Where a Cast device listens: an address or host name, and a TCP port.
public struct CastEndpoint: Sendable, Hashable {
    /// An IPv4 or IPv6 address (with `%scope` where it is link-local), or a host name.
    public var host: String
    /// The TCP port; 8009 for a device, any other for a group.
    public var port: Int

    /// The port of a device that is no group.
    public static let defaultPort = 8009

    public init(host: String, port: Int = defaultPort) {
        self.host = host
        self.port = port
    }
}

extension CastEndpoint {
    /// Whether the port fits 16 bits. An address of the system holds no other, and NIO traps on one.
    var isPortInRange: Bool { UInt16(exactly: port) != nil }
}

extension CastEndpoint: CustomStringConvertible {
    /// `192.0.2.7:8009`, or `[fe80::1%eth0]:8009`.
    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
