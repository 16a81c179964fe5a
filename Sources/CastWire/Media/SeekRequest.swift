/// SEEK: goes to another position, given by exactly one of the two times.
public struct SeekRequest: MediaSessionRequest {
    public static let type = "SEEK"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        mediaSessionID: Int,
        currentTime: Double? = nil,
        relativeTime: Double? = nil,
        resumeState: ResumeState? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.currentTime = currentTime
        self.relativeTime = relativeTime
        self.resumeState = resumeState
    }

    /// The position in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// Seconds from the present position.
    public var relativeTime: Double? {
        get { self["relativeTime"] }
        set { self["relativeTime"] = newValue }
    }

    /// What the player does then; absent: as before.
    public var resumeState: ResumeState? {
        get { self["resumeState"] }
        set { self["resumeState"] = newValue }
    }
}
