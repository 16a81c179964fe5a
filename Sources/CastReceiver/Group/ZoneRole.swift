import CastWire

/// What a device does for a group that plays.
struct ZoneRole: Sendable, Hashable {
    static let leaderAppID = "531A4F84"
    static let followerAppID = "705D30C6"

    var groupID: String
    var groupName: String
    var isLeader: Bool
    /// What runs on the group's endpoint.
    var application: RunningApplication

    /// What the device lists as its app: the leader under the session of the group, a follower under its own.
    func listed(sessionID: String) -> RunningApplication {
        RunningApplication(
            appID: isLeader ? Self.leaderAppID : Self.followerAppID,
            displayName: application.displayName,
            sessionID: isLeader ? application.sessionID : sessionID,
            namespaces: isLeader ? [] : [.media],
            statusText: isLeader ? application.statusText : "",
            isIdleScreen: false
        )
    }
}
