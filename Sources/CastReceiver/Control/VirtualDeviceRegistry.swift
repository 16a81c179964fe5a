// SPDX-License-Identifier: Apache-2.0

/// The virtual devices and groups of a process, which other programs can list and change by name.
///
/// A name or an id identifies a device or the endpoint of a group. ``close()`` shuts down all of them.
public actor VirtualDeviceRegistry {
    /// The maximum number of groups, above which devices can no longer be expanded to groups.
    static let groupLimit = 64

    /// The devices, in the order in which they were added.
    public private(set) var devices: [VirtualDevice] = []
    /// The groups, in the order in which they were created.
    public private(set) var groups: [VirtualGroup] = []
    private var isEnded = false

    /// Creates a registry without devices.
    public init() {}

    /// Adds a running device. After ``close()``, shuts the device down instead.
    public func add(_ device: VirtualDevice) async {
        guard !isEnded else { return await device.close() }
        devices.append(device)
    }

    /// Adds a running group. After ``close()``, shuts the group down instead.
    public func add(_ group: VirtualGroup) async {
        guard !isEnded else { return await group.close() }
        groups.append(group)
    }

    /// Returns the device, or the endpoint of the group, with this name or id; the first device if the name is nil.
    ///
    /// - Throws: ``VirtualDeviceError`` with the available names.
    public func device(_ name: String?) throws(VirtualDeviceError) -> VirtualDevice {
        let all = devices + groups.map(\.device)
        guard let found = all.first(where: { name == nil || $0.name == name || $0.id == name }) else {
            throw Self.missing("device", name, all.map(\.name))
        }
        return found
    }

    /// Returns the group with this name or id; the first one if the name is nil.
    ///
    /// - Throws: ``VirtualDeviceError`` with the available names.
    public func group(_ name: String?) throws(VirtualDeviceError) -> VirtualGroup {
        guard let found = groups.first(where: { name == nil || $0.name == name || $0.id == name }) else {
            throw Self.missing("group", name, groups.map(\.name))
        }
        return found
    }

    private static func missing(_ kind: String, _ name: String?, _ names: [String]) -> VirtualDeviceError {
        let requested = name.map { " \"\($0)\"" } ?? ""
        let known = names.isEmpty ? "none" : names.joined(separator: ", ")
        return VirtualDeviceError(.invalidConfiguration, "there is no \(kind)\(requested); available: \(known)")
    }

    /// Expands a device to a new group with other devices. Its running app continues on the group.
    ///
    /// - Throws: ``VirtualDeviceError``.
    public func expand(_ name: String?, with others: [String]) async throws(VirtualDeviceError) -> VirtualGroup {
        guard groups.count < Self.groupLimit else {
            throw VirtualDeviceError(.invalidConfiguration, "the limit of \(Self.groupLimit) groups is reached")
        }
        let first = try device(name)
        var members: [VirtualDevice] = []
        for other in others { members.append(try device(other)) }
        let group = try await VirtualGroup.expand(first, with: members)
        guard !isEnded else {
            await group.close()
            throw VirtualDeviceError(.failed, "the devices have been shut down")
        }
        groups.append(group)
        return group
    }

    /// Ends a group. If a device is given, the group's app continues on it.
    ///
    /// - Throws: ``VirtualDeviceError``.
    public func dissolve(_ name: String?, to target: String?) async throws(VirtualDeviceError) {
        let group = try group(name)
        let device: VirtualDevice? = if let target { try device(target) } else { nil }
        groups.removeAll { $0 === group }
        if let device { await group.collapse(to: device) } else { await group.close() }
    }

    /// Shuts down every group and then every device.
    public func close() async {
        isEnded = true
        let (groups, devices) = (groups, devices)
        self.groups = []
        self.devices = []
        for group in groups { await group.close() }
        for device in devices { await device.close() }
    }
}
