// SPDX-License-Identifier: Apache-2.0

import CastTransport
public import CastWire

/// The group status that a device has reported.
///
/// MULTIZONE_STATUS replaces the list, DEVICE_ADDED and DEVICE_UPDATED add or update one member, DEVICE_REMOVED removes
/// one; ids are compared without hyphens and case (CASTV2 multizone). Adding a known member updates it. Members without
/// an id, and members beyond ``memberLimit``, are dropped.
struct MultizoneState {
    static let memberLimit = 64
    /// The maximum number of fields that are accumulated for a member; beyond it, only the fields of the last message
    /// are kept.
    static let fieldLimit = 64

    private(set) var status: GroupStatus?
    /// Whether the device has reported all of its members, and not only members that were added or changed.
    private(set) var isWhole = false
    /// The number of members that were dropped: without an id, or too many.
    private(set) var dropped = 0

    /// Handles a message; returns nil when it changes nothing.
    mutating func received(_ message: MultizoneMessage) -> [GroupEvent]? {
        let before = status
        switch message {
        case .status(let message): replace(by: message.status)
        case .deviceAdded(let message): put(message.device)
        case .deviceUpdated(let message): put(message.device)
        case .deviceRemoved(let message): remove(message.deviceID)
        case .playbackSessionUpdated(let message): changePlayback(message)
        case .castingGroups, .invalidRequest, .unknown: return nil
        }
        guard status != before else { return nil }
        return Self.changes(from: before?.members ?? [], to: status?.members ?? [])
    }

    private mutating func replace(by new: MultizoneStatus) {
        var seen: Set<String> = []
        var members: [GroupMember] = []
        for device in new.devices {
            guard let member = GroupMember(device), members.count < Self.memberLimit else {
                dropped += 1
                continue
            }
            if seen.insert(member.id).inserted { members.append(member) }
        }
        isWhole = true
        status = GroupStatus(
            members: members,
            isMultichannel: new.isMultichannel ?? false,
            playbackSession: new.playbackSession
        )
    }

    private mutating func put(_ device: MultizoneDevice?) {
        guard let device, let member = GroupMember(device) else {
            dropped += 1
            return
        }
        var new = status ?? GroupStatus()
        if let index = new.members.firstIndex(where: { $0.id == member.id }) {
            // An update that omits the name does not remove it.
            new.members[index].description.fields.merge(device.fields)
            if new.members[index].description.fields.count > Self.fieldLimit { new.members[index].description = device }
        } else if new.members.count < Self.memberLimit {
            new.members.append(member)
        } else {
            dropped += 1
        }
        status = new
    }

    private mutating func remove(_ deviceID: String?) {
        guard let id = deviceID.map(CastDevice.normalizedID) else { return }
        status?.members.removeAll { $0.id == id }
    }

    private mutating func changePlayback(_ message: PlaybackSessionUpdatedMessage) {
        guard let change = message.change else { return }
        var new = status ?? GroupStatus()
        new.playbackSession = change.session
        status = new
    }

    private static func changes(from old: [GroupMember], to new: [GroupMember]) -> [GroupEvent] {
        let removed = old.filter { known in !new.contains { $0.id == known.id } }.map(GroupEvent.memberRemoved)
        let others = new.compactMap { member -> GroupEvent? in
            guard let known = old.first(where: { $0.id == member.id }) else { return .memberAdded(member) }
            return known == member ? nil : .memberUpdated(member)
        }
        return removed + others
    }
}

/// A group and its members, as last reported by the device. A device that is not a group is its own only member.
public struct GroupStatus: Sendable, Hashable {
    /// The members in the order of the group; each id occurs once.
    public var members: [GroupMember]
    /// Whether this is a stereo pair.
    public var isMultichannel: Bool
    /// The playback session; present only while the group plays. More reliable than the busy state from discovery.
    public var playbackSession: PlaybackSession?

    /// Creates a status.
    public init(members: [GroupMember] = [], isMultichannel: Bool = false, playbackSession: PlaybackSession? = nil) {
        self.members = members
        self.isMultichannel = isMultichannel
        self.playbackSession = playbackSession
    }

    /// Returns the member with an id, in any case and with or without hyphens.
    public func member(_ id: String) -> GroupMember? {
        let id = CastDevice.normalizedID(id)
        return members.first { $0.id == id }
    }
}

/// A member of a group.
public struct GroupMember: Sendable, Hashable, Identifiable {
    /// The id of the device in the form of ``CastDevice/id``: lowercase, without hyphens.
    public let id: String
    /// The group's description of the member.
    public var description: MultizoneDevice

    /// Creates a member from a description; nil when it has no id.
    init?(_ device: MultizoneDevice) {
        guard let id = device.deviceID.map(CastDevice.normalizedID), !id.isEmpty else { return nil }
        self.id = id
        description = device
    }

    /// The display name of the member; its id if the group reports no name.
    public var name: String { description.name ?? id }
    /// The volume of the member, 0…1.
    public var level: Double? { description.volume?.boundedLevel }
    /// Whether the member is muted.
    public var isMuted: Bool? { description.volume?.muted }
}

/// The role of a device in a group that is playing.
public enum GroupRole: Sendable, Hashable {
    /// The device plays and leads the group, which is reachable at the device's own address, on another port.
    case leader
    /// The device plays what the leader sends.
    case follower
}

extension ApplicationStatus {
    /// The role of the device that runs this application in a group; nil for ordinary applications.
    ///
    /// A device with a role must not be controlled individually: loading media removes it from the group or fails. Let
    /// the user control the group instead.
    public var groupRole: GroupRole? {
        switch appID {
        case "531A4F84": .leader
        case "705D30C6": .follower
        default: nil
        }
    }
}

extension CastDevice {
    /// Returns the groups among these devices that this device leads: those with one of its own addresses.
    ///
    /// The followers of a group cannot be determined from discovery; request each group's ``GroupStatus/members``.
    public func groupsLed(among devices: [CastDevice]) -> [CastDevice] {
        guard !isGroup else { return [] }
        let hosts = Set(endpoints.map(\.host))
        return devices.filter { $0.isGroup && !hosts.isDisjoint(with: $0.endpoints.map(\.host)) }
    }
}

/// A change in the members of a group.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum GroupEvent: Sendable, Hashable {
    /// A member joined the group.
    case memberAdded(GroupMember)
    /// The description of a member changed, usually its volume. Groups send repeated descriptions; only changes are
    /// reported.
    case memberUpdated(GroupMember)
    /// A member left the group; the value is its last description.
    case memberRemoved(GroupMember)
}
