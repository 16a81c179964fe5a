/// PLAYBACK_SESSION_UPDATED: what plays has changed. Its form is not published; it is said to carry the same
/// `playbackSession` as a ``MultizoneStatus``, which is looked for in the message and in its `status`.
public struct PlaybackSessionUpdatedMessage: CastPayload {
    public static let type = "PLAYBACK_SESSION_UPDATED"
    public static let namespace = CastNamespace.multizone

    /// What plays now; nil when nothing does.
    public struct Change: Sendable, Hashable {
        public var session: PlaybackSession?
    }

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out the session when nothing plays.
    public init(playbackSession: PlaybackSession?, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        fields["playbackSession"] = playbackSession.map { .object($0.fields) } ?? .null
        self.requestID = requestID
    }

    /// The change; nil when the message says nothing about what plays.
    public var change: Change? {
        switch fields["playbackSession"] ?? fields["status"]?.objectValue?["playbackSession"] {
        case .object(let fields): Change(session: PlaybackSession(fields: fields))
        case .null: Change(session: nil)
        default: nil
        }
    }
}
