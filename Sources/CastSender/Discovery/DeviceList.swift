/// The devices behind what several providers see.
///
/// A device is what its id says: several sightings with one id (an old name that has not run out yet, a group whose
/// leader changed, a device found by multicast and at a known address) are one device, reachable at the addresses of
/// all. It is described by the sighting that carries a TXT record, and among those by the one that was new last.
struct DeviceList {
    /// Which provider, and under what name.
    private struct Source: Hashable {
        var provider: Int
        var name: String
    }

    private struct Entry {
        var device: CastDevice
        /// When it was new, counted in sightings.
        var order: Int
    }

    private var entries: [Source: Entry] = [:]
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

    mutating func received(_ sighting: DeviceSighting, from provider: Int = 0) -> [DeviceEvent] {
        order += 1
        let source = Source(provider: provider, name: sighting.name)
        let old = entries[source]
        switch sighting {
        case .seen(let device, _):
            // What a provider repeats is no news, and must not outdo what another one has said since.
            guard device != old?.device else { return [] }
            entries[source] = Entry(device: device, order: order)
        case .gone: entries[source] = nil
        }
        let new = entries[source]
        var events: [DeviceEvent] = []
        if let old, old.device.id != new?.device.id { events += update(old.device.id) }
        if let new { events += update(new.device.id) }
        return events
    }

    /// A provider has ended.
    mutating func providerEnded(_ provider: Int) -> [DeviceEvent] {
        entries.keys.filter { $0.provider == provider }.sorted { $0.name < $1.name }
            .flatMap { received(.gone($0.name), from: provider) }
    }

    private mutating func update(_ id: String) -> [DeviceEvent] {
        let before = merged[id]
        let sources = entries.values.filter { $0.device.id == id }.sorted { left, right in
            let (leftIsDescribed, rightIsDescribed) = (!left.device.text.isEmpty, !right.device.text.isEmpty)
            return leftIsDescribed == rightIsDescribed ? left.order > right.order : leftIsDescribed
        }
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
