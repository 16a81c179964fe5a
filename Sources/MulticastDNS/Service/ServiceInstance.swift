/// A service found on the network, resolved: where it is and what it says of itself.
public struct ServiceInstance: Hashable, Sendable {
    /// The name of the instance, one label of up to 63 bytes of UTF-8, without escapes.
    public var name: String
    /// The service type, as `_googlecast._tcp`.
    public var type: String
    /// The domain, for multicast DNS `local`.
    public var domain: String
    /// The host that offers it, as `9b3c….local`.
    public var hostName: String
    /// The port, 0 to 65535. 0 means the service is named but not offered.
    public var port: Int
    /// The host's addresses, IPv4 first; at least one.
    public var addresses: [ServiceAddress]
    /// What the service says of itself.
    public var text: ServiceText

    public init(
        name: String,
        type: String,
        domain: String,
        hostName: String,
        port: Int,
        addresses: [ServiceAddress],
        text: ServiceText
    ) {
        self.name = name
        self.type = type
        self.domain = domain
        self.hostName = hostName
        self.port = port
        self.addresses = addresses
        self.text = text
    }
}
