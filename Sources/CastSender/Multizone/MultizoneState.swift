import CastWire

/// What a device said about its group.
///
/// MULTIZONE_STATUS replaces the list, DEVICE_ADDED and DEVICE_UPDATED put one member in, DEVICE_REMOVED takes one
/// out; ids are compared without hyphens and case (CASTV2 multizone). Adding a known member is an update. Members
/// without an id are dropped, and more than ``memberLimit``.
struct MultizoneState {
    static let memberLimit = 64
    /// What a member was ever told with is kept up to here; beyond it, only what was told last.
    static let fieldLimit = 64

    private(set) var status: GroupStatus?
    /// Whether the device has told all of its members, and not just of some that came or changed.
    private(set) var isWhole = false
    /// Members that were dropped: without an id, or too many.
    private(set) var dropped = 0

    /// Takes a message; nil when it changes nothing.
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
            // A device that leaves its name out of an update has not lost it.
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
