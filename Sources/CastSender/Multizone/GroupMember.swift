public import CastWire

/// One device of a group.
public struct GroupMember: Sendable, Hashable, Identifiable {
    /// The device's id as ``CastDevice/id`` has it: lower case, without hyphens.
    public let id: String
    /// The member as the group describes it.
    public var description: MultizoneDevice

    /// Reads a member; nil when it has no id.
    init?(_ device: MultizoneDevice) {
        guard let id = device.deviceID.map(CastDevice.normalizedID), !id.isEmpty else { return nil }
        self.id = id
        description = device
    }

    /// Its name for people; its id where the group tells none.
    public var name: String { description.name ?? id }
    /// Its own volume, 0…1.
    public var level: Double? { description.volume?.boundedLevel }
    /// Whether it alone is mute.
    public var isMuted: Bool? { description.volume?.muted }
}
