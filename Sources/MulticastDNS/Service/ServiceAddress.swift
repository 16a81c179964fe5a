/// An address of a service's host and the interface on which it was learnt.
public struct ServiceAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in numbers. A link-local IPv6 address carries its scope, as in `fe80::1%eth0`.
    public var text: String
    /// The interface, as `eth0`.
    public var interface: String
    /// Whether it is an IPv6 address.
    public var isIPv6: Bool

    public init(text: String, interface: String, isIPv6: Bool) {
        self.text = text
        self.interface = interface
        self.isIPv6 = isIPv6
    }

    public var description: String { text }
}
