/// One track of media.
public struct MediaTrack: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        trackID: Int,
        type: TrackType,
        subtype: TrackSubtype? = nil,
        name: String? = nil,
        language: String? = nil,
        trackContentID: String? = nil,
        trackContentType: String? = nil,
        isInband: Bool? = nil,
        roles: [String]? = nil,
        audioTrackInfo: AudioTrackInfo? = nil,
        customData: JSONValue? = nil
    ) {
        fields = JSONObject()
        self.trackID = trackID
        self.type = type
        self.subtype = subtype
        self.name = name
        self.language = language
        self.trackContentID = trackContentID
        self.trackContentType = trackContentType
        self.isInband = isInband
        self.roles = roles
        self.audioTrackInfo = audioTrackInfo
        self.customData = customData
    }

    /// Unique within the media.
    public var trackID: Int? {
        get { self["trackId"] }
        set { self["trackId"] = newValue }
    }

    /// What the track carries.
    public var type: TrackType? {
        get { self["type"] }
        set { self["type"] = newValue }
    }

    /// What a text track is for.
    public var subtype: TrackSubtype? {
        get { self["subtype"] }
        set { self["subtype"] = newValue }
    }

    /// For people.
    public var name: String? {
        get { self["name"] }
        set { self["name"] = newValue }
    }

    /// RFC 5646; needed for subtitles.
    public var language: String? {
        get { self["language"] }
        set { self["language"] = newValue }
    }

    /// Address of a track outside the media's own file.
    public var trackContentID: String? {
        get { self["trackContentId"] }
        set { self["trackContentId"] = newValue }
    }

    /// MIME type of such a track, such as `text/vtt`.
    public var trackContentType: String? {
        get { self["trackContentType"] }
        set { self["trackContentType"] = newValue }
    }

    /// True for a track inside the media's own file.
    public var isInband: Bool? {
        get { self["isInband"] }
        set { self["isInband"] = newValue }
    }

    /// DASH roles, such as `main`, `commentary`, `forced_subtitle`.
    public var roles: [String]? {
        get { self["roles"] }
        set { self["roles"] = newValue }
    }

    /// More about an audio track.
    public var audioTrackInfo: AudioTrackInfo? {
        get { self["audioTrackInfo"] }
        set { self["audioTrackInfo"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
