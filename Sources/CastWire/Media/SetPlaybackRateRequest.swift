/// SET_PLAYBACK_RATE: changes the speed, given by exactly one of the two rates.
public struct SetPlaybackRateRequest: MediaSessionRequest {
    public static let type = "SET_PLAYBACK_RATE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(mediaSessionID: Int, playbackRate: Double? = nil, relativePlaybackRate: Double? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.playbackRate = playbackRate
        self.relativePlaybackRate = relativePlaybackRate
    }

    /// 0.5…2.
    public var playbackRate: Double? {
        get { self["playbackRate"] }
        set { self["playbackRate"] = newValue }
    }

    /// Factor on the present rate; the result is kept within 0.5…2.
    public var relativePlaybackRate: Double? {
        get { self["relativePlaybackRate"] }
        set { self["relativePlaybackRate"] = newValue }
    }
}
