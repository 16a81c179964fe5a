import CastWire

// The texts of errors about groups.

extension CastError {
    static func noGroup(device: String, cause: CastError? = nil) -> CastError {
        CastError(
            .notSupported,
            "\(device) is no group: it has no members to ask for or to set. Use the device itself.",
            device: device,
            payload: cause?.payload,
            cause: cause
        )
    }

    static func memberGone(_ id: String, from status: GroupStatus, group: String) -> CastError {
        let present = status.members.map(\.name).joined(separator: ", ")
        return CastError(
            .groupMemberGone,
            "\(group) has no member \(id)\(present.isEmpty ? "; it has none at all" : "; there are: \(present)"). "
                + "It may have left the group or be switched off.",
            device: group
        )
    }

    static func noMemberVolume(_ member: GroupMember, group: String) -> CastError {
        CastError(
            .notSupported,
            "\(group) does not take volumes for single members. Find \(member.name) itself and set its volume there.",
            device: group
        )
    }
}
