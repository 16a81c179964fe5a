import CastTransport
public import MulticastDNS

/// Devices that announce themselves by multicast DNS: the provider that a browser uses by default.
public struct MulticastProvider: DeviceProvider {
    private let endpoint: MulticastDNS
    private let subtype: DeviceSubtype?

    /// - Parameters:
    ///   - endpoint: May serve others too; stays open.
    ///   - subtype: Which devices are asked for; nil, the default, asks for all.
    public init(endpoint: MulticastDNS, subtype: DeviceSubtype? = nil) {
        self.endpoint = endpoint
        self.subtype = subtype
    }

    public func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        let browse = endpoint.browse(DeviceBrowser.serviceType, subtype: subtype?.label)
        for await event in browse { await report(DeviceSighting(event)) }
    }
}

extension DeviceSighting {
    /// A service that is no Cast device, or none any more, is nothing that was seen.
    init(_ event: ServiceEvent) {
        switch event {
        case .found(let instance), .changed(let instance):
            self = CastDevice(instance).map { .seen($0, as: instance.name) } ?? .gone(instance.name)
        case .lost(let name): self = .gone(name)
        }
    }
}

extension CastDevice {
    /// Reads a service instance; nil when it is no Cast device that could be connected to.
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
