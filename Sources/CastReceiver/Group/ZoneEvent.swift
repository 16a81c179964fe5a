/// What a device says to the groups that it belongs to, and the endpoint of a group to its group.
enum ZoneEvent: Sendable {
    /// Its volume, its app or its role is another than before, or this is the first report.
    case changed(ZoneReport)
    /// A sender of the group's endpoint turns one member.
    case memberTurned(id: String, level: Double?, isMuted: Bool?, requestID: Int)
    /// A sender of the group's endpoint turns the group.
    case groupTurned(level: Double, isMuted: Bool)
    /// A sender of the leader's own port stops what it sees there.
    case groupStopped
    /// The device has ended.
    case gone
}

/// A device as its groups see it.
struct ZoneReport: Sendable, Hashable {
    var volume: DeviceVolume
    /// What it runs itself.
    var application: RunningApplication?
    /// The group that it plays for.
    var groupID: String?
}
