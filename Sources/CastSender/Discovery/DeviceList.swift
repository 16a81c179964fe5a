import CastTransport
import MulticastDNS

/// The devices behind the services of a network.
///
/// A device is what its TXT `id` says: several instances with one id (an old name that has not run out yet, a group
/// whose leader changed) are one device, described by the instance heard of last and reachable at the addresses of
/// all. An instance without id, name, port or usable address is no device (CASTV2 discovery). Public addresses are
/// not used: a Cast device is at home in a local network, and an answer that names any other place is not followed.
struct DeviceList {
    private struct Entry {
        var device: CastDevice
        /// When it was heard of, counted in events.
        var order: Int
    }

    private var entries: [String: Entry] = [:]
    private var merged: [String: CastDevice] = [:]
    private var order = 0

    /// The present devices, by name and then by id.
    var devices: [CastDevice] {
        merged.values.sorted { left, right in
            let (leftName, rightName) = (left.friendlyName.lowercased(), right.friendlyName.lowercased())
            return (leftName, left.id) < (rightName, right.id)
        }
    }

    func device(_ id: String) -> CastDevice? { merged[id] }

    mutating func received(_ event: ServiceEvent) -> [DeviceEvent] {
        order += 1
        let old = entries[event.name]?.device.id
        switch event {
        case .found(let instance), .changed(let instance):
            entries[event.name] = CastDevice(instance).map { Entry(device: $0, order: order) }
        case .lost: entries[event.name] = nil
        }
        let new = entries[event.name]?.device.id
        var events: [DeviceEvent] = []
        if let old, old != new { events += update(old) }
        if let new { events += update(new) }
        return events
    }

    private mutating func update(_ id: String) -> [DeviceEvent] {
        let before = merged[id]
        let sources = entries.values.filter { $0.device.id == id }.sorted { $0.order > $1.order }
        guard var device = sources.first?.device else {
            guard let before else { return [] }
            merged[id] = nil
            return [.lost(before)]
        }
        for source in sources.dropFirst() {
            for endpoint in source.device.endpoints where !device.endpoints.contains(endpoint) {
                device.endpoints.append(endpoint)
            }
        }
        guard device != before else { return [] }
        merged[id] = device
        return [before == nil ? .found(device) : .changed(device)]
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
