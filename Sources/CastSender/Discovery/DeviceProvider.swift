// SPDX-License-Identifier: Apache-2.0

import CastTransport
public import CastWire
import Crypto
public import MulticastDNS

/// A source of devices for a ``DeviceBrowser``.
///
/// The package provides ``MulticastProvider``, ``StaticHostsProvider`` and, where the system's service discovery is
/// used, `SystemProvider`. A program with another source of devices implements its own provider and passes it to
/// ``DeviceBrowser/start(from:criteria:)``.
public protocol DeviceProvider: Sendable {
    /// Searches for devices until the task is canceled, and reports each one that appears, changes or disappears.
    ///
    /// - Parameter report: Receives one sighting at a time. Awaiting it applies back pressure. When this method
    ///   returns, all devices that it reported count as gone.
    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async

    /// Why ``search(_:)`` has returned although its task was not canceled; nil, the default, if the provider does not
    /// know. Read after it has returned.
    var failure: CastError? { get }
}

extension DeviceProvider {
    public var failure: CastError? { nil }
}

/// A report of a ``DeviceProvider``.
public enum DeviceSighting: Sendable, Hashable {
    /// A device is present. The name distinguishes the sightings of one provider: a later sighting with the same name
    /// replaces the earlier one, and two names with the same device id are one device with the addresses of both.
    case seen(CastDevice, as: String)
    /// The device with this name is no longer present.
    case gone(String)

    /// The name that the provider uses for the sighting.
    public var name: String {
        switch self {
        case .seen(_, let name), .gone(let name): name
        }
    }
}

/// A provider of devices that announce themselves by multicast DNS. Browsers use it by default.
public struct MulticastProvider: DeviceProvider {
    private let endpoint: MDNSEndpoint
    private let subtype: DeviceSubtype?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - endpoint: The multicast DNS endpoint, which may be shared; the provider does not close it.
    ///   - subtype: The DNS-SD subtype to query for; nil, the default, finds all devices.
    public init(endpoint: MDNSEndpoint, subtype: DeviceSubtype? = nil) {
        self.endpoint = endpoint
        self.subtype = subtype
    }

    public func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        let browse = endpoint.browse(DeviceBrowser.serviceType, subtype: subtype?.label)
        for await event in browse { await report(DeviceSighting(event)) }
    }
}

extension DeviceSighting {
    /// Converts a service event. A service that is not, or is no longer, a Cast device is reported as gone.
    init(_ event: ServiceEvent) {
        switch event {
        case .found(let instance), .changed(let instance):
            self = CastDevice(instance).map { .seen($0, as: instance.name) } ?? .gone(instance.name)
        case .lost(let name): self = .gone(name)
        }
    }
}

extension CastDevice {
    /// Creates a device from a service instance; nil when it is not a Cast device that can be connected to.
    init?(_ instance: ServiceInstance) {
        guard instance.port > 0 else { return nil }
        var keys: [String: String] = [:]
        for entry in instance.text.entries {
            keys[entry.key.lowercased()] = entry.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        let endpoints = instance.addresses
            .filter { NetworkAddress.isLocal($0.text) }
            .sorted { !$0.isIPv6 && $1.isIPv6 }
            .map { CastEndpoint(host: $0.text, port: instance.port) }
        self.init(textRecord: keys, endpoints: endpoints)
    }
}

/// A DNS-SD subtype, which narrows a query for Cast devices (CASTV2 discovery, subtypes).
///
/// Phones use subtypes to find devices that are playing, without connecting to any device. Not every device answers
/// such queries, so a missing answer does not exclude a device.
public enum DeviceSubtype: Sendable, Hashable {
    /// Devices that can run this application.
    case application(String)
    /// Devices whose running application supports this namespace; `.namespace(.media)` finds devices that are playing
    /// media.
    case namespace(CastNamespace)
    /// The device that runs this session.
    case session(String)

    /// The DNS-SD label: `_CC1AD845` for an application, `_%` and the SHA-1 of a namespace, `_%%` and a session id.
    public var label: String {
        switch self {
        case .application(let id): "_\(id.uppercased())"
        case .namespace(let namespace): "_%\(Self.digest(of: namespace))"
        case .session(let id): "_%%\(id.uppercased())"
        }
    }

    private static func digest(of namespace: CastNamespace) -> String {
        Hexadecimal.text(Insecure.SHA1.hash(data: Array(namespace.rawValue.utf8)), uppercase: true)
    }
}

#if canImport(dnssd) || SystemDiscovery
/// A provider of devices that the system's own service discovery finds (`dns_sd.h`). Browsers use it by default on
/// Apple platforms, and on other platforms when the package trait `SystemDiscovery` is enabled.
public struct SystemProvider: DeviceProvider {
    private let browse: ServiceBrowse

    /// Starts browsing with the system's daemon.
    ///
    /// - Parameters:
    ///   - interfaces: The network interfaces to search on. Default: those that the daemon uses.
    ///   - subtype: The DNS-SD subtype to query for; nil, the default, finds all devices.
    /// - Throws: ``CastError`` with the code `noNetwork` when the daemon cannot be reached or an interface does not
    ///   exist.
    public init(interfaces: MDNSInterfaces = .all, subtype: DeviceSubtype? = nil) throws(CastError) {
        do throws(MDNSError) {
            browse = try SystemDiscovery.browse(
                DeviceBrowser.serviceType,
                subtype: subtype?.label,
                interfaces: interfaces
            )
        } catch {
            throw CastError.noDiscovery(error)
        }
    }

    public func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        for await event in browse { await report(DeviceSighting(event)) }
    }

    /// On Apple platforms, `localNetworkDenied` or `servicesNotDeclared` if the app may not use the local network.
    public var failure: CastError? { browse.failure.map { CastError.noDiscovery($0) } }
}
#endif
