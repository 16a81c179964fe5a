// SPDX-License-Identifier: Apache-2.0

/// Devices sorted by name, without regard to case, and then by id.
///
/// The order is kept with each change instead of sorting for each publication: in a hotel there are a thousand devices, and each
/// changes several times while it is discovered.
struct OrderedDevices {
    private struct Key: Comparable {
        var name: String
        var id: String

        init(_ device: CastDevice) {
            name = device.friendlyName.lowercased()
            id = device.id
        }

        static func < (one: Key, other: Key) -> Bool { (one.name, one.id) < (other.name, other.id) }
    }

    /// The keys of the devices, in the same order.
    private var keys: [Key] = []
    private var keysByID: [String: Key] = [:]
    private(set) var devices: [CastDevice] = []

    func contains(_ id: String) -> Bool { keysByID[id] != nil }

    /// Adds a device, or replaces the one with its id. Returns false if it is present already.
    mutating func update(_ device: CastDevice) -> Bool {
        let key = Key(device)
        if keysByID[device.id] == key {
            let index = index(of: key)
            guard devices[index] != device else { return false }
            devices[index] = device
            return true
        }
        remove(device.id)
        let index = index(of: key)
        keys.insert(key, at: index)
        devices.insert(device, at: index)
        keysByID[device.id] = key
        return true
    }

    /// Removes a device. Returns false if it is not present.
    @discardableResult
    mutating func remove(_ id: String) -> Bool {
        guard let key = keysByID.removeValue(forKey: id) else { return false }
        let index = index(of: key)
        keys.remove(at: index)
        devices.remove(at: index)
        return true
    }

    /// The index of a key, or the one at which it belongs.
    private func index(of key: Key) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
