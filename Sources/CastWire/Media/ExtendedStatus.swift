/// What is about to play while the player is still idle.
public struct ExtendedStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(playerState: PlayerState? = nil, media: MediaInformation? = nil, mediaSessionID: Int? = nil) {
        fields = JSONObject()
        self.playerState = playerState
        self.media = media
        self.mediaSessionID = mediaSessionID
    }

    /// ``PlayerState/loading``.
    public var playerState: PlayerState? {
        get { self["playerState"] }
        set { self["playerState"] = newValue }
    }

    /// What is being loaded.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// The new media session; absent on firmware up to 2018.
    public var mediaSessionID: Int? {
        get { self["mediaSessionId"] }
        set { self["mediaSessionId"] = newValue }
    }
}
