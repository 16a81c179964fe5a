public import CastWire

/// A group and its members as the device last described them. A device that is no group is its own only member.
public struct GroupStatus: Sendable, Hashable {
    /// In the group's order; each id once.
    public var members: [GroupMember]
    /// Whether this is a stereo pair.
    public var isMultichannel: Bool
    /// What plays, present only while something does: a surer sign of it than what discovery says.
    public var playbackSession: PlaybackSession?

    public init(members: [GroupMember] = [], isMultichannel: Bool = false, playbackSession: PlaybackSession? = nil) {
        self.members = members
        self.isMultichannel = isMultichannel
        self.playbackSession = playbackSession
    }

    /// The member with this id, in any spelling.
    public func member(_ id: String) -> GroupMember? {
        let id = CastDevice.normalizedID(id)
        return members.first { $0.id == id }
    }
}
