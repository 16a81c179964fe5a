// SPDX-License-Identifier: Apache-2.0

/// A resolved service on the network.
public struct ServiceInstance: Hashable, Sendable {
    /// The name of the instance, one label of up to 63 bytes of UTF-8, without escapes.
    public var name: String
    /// The service type, such as `_googlecast._tcp`.
    public var type: String
    /// The domain; `local` for multicast DNS.
    public var domain: String
    /// The host that provides the service, such as `9b3c….local`.
    public var hostName: String
    /// The port, 0 to 65535. 0 means that the name is reserved but the service is not available.
    public var port: Int
    /// The host's addresses, IPv4 first. Contains at least one.
    public var addresses: [ServiceAddress]
    /// The content of the service's TXT record.
    public var text: ServiceText

    /// Creates an instance.
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

/// An address of a service's host, and the interface on which it was discovered.
public struct ServiceAddress: Hashable, Sendable, CustomStringConvertible {
    /// The numeric address. A link-local IPv6 address includes its scope, as in `fe80::1%eth0`.
    public var text: String
    /// The name of the interface, such as `eth0`.
    public var interface: String
    /// Whether it is an IPv6 address.
    public var isIPv6: Bool

    /// Creates an address.
    public init(text: String, interface: String, isIPv6: Bool) {
        self.text = text
        self.interface = interface
        self.isIPv6 = isIPv6
    }

    public var description: String { text }
}

/// A change to the services of a type.
public enum ServiceEvent: Hashable, Sendable {
    /// A service was found. Its SRV and TXT records and at least one address are known.
    case found(ServiceInstance)
    /// The location, text or addresses of a known service changed.
    case changed(ServiceInstance)
    /// A service sent a goodbye packet, or its records expired.
    case lost(name: String)

    /// The name of the instance.
    public var name: String {
        switch self {
        case .found(let instance), .changed(let instance): instance.name
        case .lost(let name): name
        }
    }
}
