/// What a person's action is about.
public struct UserActionContext: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let unknown = UserActionContext(rawValue: "UNKNOWN_CONTEXT")
    public static let track = UserActionContext(rawValue: "TRACK")
    public static let album = UserActionContext(rawValue: "ALBUM")
    public static let artist = UserActionContext(rawValue: "ARTIST")
    public static let playlist = UserActionContext(rawValue: "PLAYLIST")
    public static let episode = UserActionContext(rawValue: "EPISODE")
    public static let series = UserActionContext(rawValue: "SERIES")
    public static let movie = UserActionContext(rawValue: "MOVIE")
    public static let channel = UserActionContext(rawValue: "CHANNEL")
    public static let team = UserActionContext(rawValue: "TEAM")
    public static let player = UserActionContext(rawValue: "PLAYER")
    public static let coach = UserActionContext(rawValue: "COACH")
}
