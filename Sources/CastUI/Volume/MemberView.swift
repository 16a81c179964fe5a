import CastSender
import CastWire

/// A member of a group, with its own volume.
public struct MemberView: Sendable, Equatable, Identifiable {
    public var id: String
    /// As its owner calls it.
    public var name: String
    public var level: Double?
    public var isMuted: Bool
    public var icon: Icon
    public var slider: ControlState
    public var mute: ControlState
}

extension CastUIState {
    /// The members of the connected group, each once; empty for what is no group.
    public var members: [MemberView] {
        guard session.isConnected, let group, group.members.count > 1 else { return [] }
        return group.members.map { member in
            let level = (memberLevels[member.id]?.shown ?? member.level).map { min(max($0, 0), 1) }
            let isMuted = member.isMuted == true
            let reason: DisabledReason? = member.description.volume?.controlType == .fixed ? .fixedVolume : nil
            let name = Phrase.Argument.text(member.name)
            return MemberView(
                id: member.id,
                name: member.name,
                level: level,
                isMuted: isMuted,
                icon: Self.icon(level: level, isMuted: isMuted),
                slider: ControlState(
                    label: Label(.volumeOf, name),
                    reason: reason,
                    isBusy: memberLevels[member.id] != nil,
                    value: level.map { .value(.percent($0)) }
                ),
                mute: ControlState(label: Label(isMuted ? .unmuteOf : .muteOf, name), reason: reason)
            )
        }
    }
}
