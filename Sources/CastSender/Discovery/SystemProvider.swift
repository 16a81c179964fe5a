#if canImport(dnssd) || SystemDiscovery
public import MulticastDNS

/// Devices that the system's own service discovery knows (`dns_sd.h`): the provider that a browser uses by default on
/// Apple's systems, and elsewhere when the package trait `SystemDiscovery` is on.
public struct SystemProvider: DeviceProvider {
    private let browse: ServiceBrowse

    /// Begins to ask the system's daemon.
    ///
    /// - Parameters:
    ///   - interfaces: Where; by default wherever the daemon looks.
    ///   - subtype: Which devices are asked for; nil, the default, asks for all.
    /// - Throws: ``CastError``: `noNetwork` when the daemon cannot be reached or there is no such interface.
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
}
#endif
