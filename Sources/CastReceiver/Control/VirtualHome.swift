/// Virtual devices and groups of one process, by name, so that somebody outside can be told of them and change them.
///
/// A name or an id finds a device or the endpoint of a group. ``shutdown()`` ends them all.
public actor VirtualHome {
    /// How many groups there may be before no more are made on the fly.
    static let groupLimit = 64

    public private(set) var devices: [VirtualDevice] = []
    public private(set) var groups: [VirtualGroup] = []
    private var isEnded = false

    public init() {}

    /// Takes in a device that runs. One that comes after the end is shut down.
    public func add(_ device: VirtualDevice) async {
        guard !isEnded else { return await device.shutdown() }
        devices.append(device)
    }

    /// Takes in a group that runs. One that comes after the end is shut down.
    public func add(_ group: VirtualGroup) async {
        guard !isEnded else { return await group.shutdown() }
        groups.append(group)
    }

    /// The device, or the endpoint of the group, of this name or id; the first device where none is given.
    ///
    /// - Throws: ``VirtualDeviceError`` naming those that there are.
    public func device(_ name: String?) throws(VirtualDeviceError) -> VirtualDevice {
        let all = devices + groups.map(\.device)
        guard let found = all.first(where: { name == nil || $0.name == name || $0.id == name }) else {
            throw Self.missing("device", name, all.map(\.name))
        }
        return found
    }

    /// The group of this name or id; the first one where none is given.
    ///
    /// - Throws: ``VirtualDeviceError`` naming those that there are.
    public func group(_ name: String?) throws(VirtualDeviceError) -> VirtualGroup {
        guard let found = groups.first(where: { name == nil || $0.name == name || $0.id == name }) else {
            throw Self.missing("group", name, groups.map(\.name))
        }
        return found
    }

    private static func missing(_ kind: String, _ name: String?, _ names: [String]) -> VirtualDeviceError {
        let wanted = name.map { " \"\($0)\"" } ?? ""
        let known = names.isEmpty ? "none" : names.joined(separator: ", ")
        return VirtualDeviceError(.invalidConfiguration, "there is no \(kind)\(wanted); there is: \(known)")
    }

    /// Lets a device and others play together from now on; what runs goes on there.
    ///
    /// - Throws: ``VirtualDeviceError``.
    public func expand(_ name: String?, with others: [String]) async throws(VirtualDeviceError) -> VirtualGroup {
        guard groups.count < Self.groupLimit else {
            throw VirtualDeviceError(.invalidConfiguration, "there are \(groups.count) groups already")
        }
        let first = try device(name)
        var members: [VirtualDevice] = []
        for other in others { members.append(try device(other)) }
        let group = try await VirtualGroup.expand(first, with: members)
        guard !isEnded else {
            await group.shutdown()
            throw VirtualDeviceError(.failed, "the devices have ended")
        }
        groups.append(group)
        return group
    }

    /// Ends a group; what it plays goes on at a device, where one is given.
    ///
    /// - Throws: ``VirtualDeviceError``.
    public func dissolve(_ name: String?, to target: String?) async throws(VirtualDeviceError) {
        let group = try group(name)
        let device: VirtualDevice? = if let target { try device(target) } else { nil }
        groups.removeAll { $0 === group }
        if let device { await group.collapse(to: device) } else { await group.shutdown() }
    }

    /// Ends every group and then every device.
    public func shutdown() async {
        isEnded = true
        let (groups, devices) = (groups, devices)
        self.groups = []
        self.devices = []
        for group in groups { await group.shutdown() }
        for device in devices { await device.shutdown() }
    }
}
