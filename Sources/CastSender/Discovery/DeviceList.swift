// SPDX-License-Identifier: Apache-2.0

/// The list of devices, merged from the sightings of several providers.
///
/// A device is identified by its id: several sightings with one id (an old name that has not expired yet, a group whose
/// leader changed, a device found by multicast and at a known address) are one device with the addresses of all. Its
/// description is that of the sighting with a TXT record, and among those, of the one that changed last.
struct DeviceList {
    /// The provider of a sighting and the name it uses.
    private struct Source: Hashable {
        var provider: Int
        var name: String
    }

    private struct Entry {
        var device: CastDevice
        /// The number of the sighting at which the entry last changed.
        var lastChange: Int
    }

    private var entries: [Source: Entry] = [:]
    /// The sources of each device, by its id.
    private var sources: [String: Set<Source>] = [:]
    private(set) var merged: [String: CastDevice] = [:]
    private var sightingCount = 0

    func device(_ id: String) -> CastDevice? { merged[id] }

    mutating func received(_ sighting: DeviceSighting, from provider: Int = 0) -> [DeviceEvent] {
        sightingCount += 1
        let source = Source(provider: provider, name: sighting.name)
        let old = entries[source]
        switch sighting {
        case .seen(let device, _):
            // A repeated sighting is not a change and must not override a newer one of another provider.
            guard device != old?.device else { return [] }
            entries[source] = Entry(device: device, lastChange: sightingCount)
        case .gone: entries[source] = nil
        }
        let new = entries[source]
        if let old { sources[old.device.id]?.remove(source) }
        if let new { sources[new.device.id, default: []].insert(source) }
        var events: [DeviceEvent] = []
        if let old, old.device.id != new?.device.id { events += update(old.device.id) }
        if let new { events += update(new.device.id) }
        return events
    }

    /// Removes the devices of a provider that has ended.
    mutating func providerEnded(_ provider: Int) -> [DeviceEvent] {
        entries.keys.filter { $0.provider == provider }.sorted { $0.name < $1.name }
            .flatMap { received(.gone($0.name), from: provider) }
    }

    private mutating func update(_ id: String) -> [DeviceEvent] {
        let before = merged[id]
        if sources[id]?.isEmpty == true { sources[id] = nil }
        let sources = (sources[id] ?? []).compactMap { entries[$0] }.sorted { left, right in
            let (leftIsDescribed, rightIsDescribed) = (!left.device.text.isEmpty, !right.device.text.isEmpty)
            return leftIsDescribed == rightIsDescribed ? left.lastChange > right.lastChange : leftIsDescribed
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

/// A change in the list of devices.
public enum DeviceEvent: Sendable, Hashable {
    /// A device appeared.
    case found(CastDevice)
    /// A known device changed its description or its addresses.
    case changed(CastDevice)
    /// A device announced its departure (a goodbye packet), or its records expired.
    case lost(CastDevice)

    /// The device; for a lost device, its last description.
    public var device: CastDevice {
        switch self {
        case .found(let device), .changed(let device), .lost(let device): device
        }
    }

    /// Keeps one `found` event for each device that is present, in the order in which the devices were found.
    static func updatePresent(_ present: inout [DeviceEvent], with event: DeviceEvent) {
        let index = present.firstIndex { $0.device.id == event.device.id }
        switch (event, index) {
        case (.lost, let index?): present.remove(at: index)
        case (.lost, nil): break
        case (.found(let device), let index?), (.changed(let device), let index?): present[index] = .found(device)
        case (.found(let device), nil), (.changed(let device), nil): present.append(.found(device))
        }
    }
}
