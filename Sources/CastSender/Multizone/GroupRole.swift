import CastTransport
public import CastWire

/// What a device does in a group while the group plays.
public enum GroupRole: Sendable, Hashable {
    /// It plays and leads: the group is reached at the device's own address, at another port.
    case leader
    /// It plays what another device tells it.
    case follower
}

extension Application {
    /// What the device that runs this application does in a group; nil for ordinary applications.
    ///
    /// A device in such a role must not be controlled by itself: loading something takes it out of the group or
    /// fails. Offer the group instead.
    public var groupRole: GroupRole? {
        switch appID {
        case "531A4F84": .leader
        case "705D30C6": .follower
        default: nil
        }
    }
}

extension CastDevice {
    /// The groups among these devices that this device leads: those at its own address.
    ///
    /// Who follows is not visible from outside; ask each group for its ``GroupStatus/members``.
    public func groupsLed(among devices: [CastDevice]) -> [CastDevice] {
        guard !isGroup else { return [] }
        let hosts = Set(endpoints.map(\.host))
        return devices.filter { $0.isGroup && !hosts.isDisjoint(with: $0.endpoints.map(\.host)) }
    }
}
