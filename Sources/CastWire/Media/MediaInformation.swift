/// What is to be played, or is.
public struct MediaInformation: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        contentID: String,
        contentURL: String? = nil,
        contentType: String? = nil,
        streamType: StreamType? = nil,
        duration: Double? = nil,
        metadata: MediaMetadata? = nil,
        mediaCategory: MediaCategory? = nil,
        tracks: [MediaTrack]? = nil,
        textTrackStyle: TextTrackStyle? = nil,
        customData: JSONValue? = nil
    ) {
        fields = JSONObject()
        self.contentID = contentID
        self.contentURL = contentURL
        self.contentType = contentType
        self.streamType = streamType
        self.duration = duration
        self.metadata = metadata
        self.mediaCategory = mediaCategory
        self.tracks = tracks
        self.textTrackStyle = textTrackStyle
        self.customData = customData
    }

    /// Id or address; at most about 1,000 characters; may be empty.
    public var contentID: String? {
        get { self["contentId"] }
        set { self["contentId"] = newValue }
    }

    /// The address when the content id is none.
    public var contentURL: String? {
        get { self["contentUrl"] }
        set { self["contentUrl"] = newValue }
    }

    /// How it arrives.
    public var streamType: StreamType? {
        get { self["streamType"] }
        set { self["streamType"] = newValue }
    }

    /// MIME type. Receivers repeat whatever they were given.
    public var contentType: String? {
        get { self["contentType"] }
        set { self["contentType"] = newValue }
    }

    /// What it is, for people.
    public var metadata: MediaMetadata? {
        get { self["metadata"] }
        set { self["metadata"] = newValue }
    }

    /// Seconds as they came: −1, 0 and absent all mean unknown. Read ``knownDuration`` for showing.
    public var duration: Double? {
        get { self["duration"] }
        set { self["duration"] = newValue }
    }

    /// Audio, video or image.
    public var mediaCategory: MediaCategory? {
        get { self["mediaCategory"] }
        set { self["mediaCategory"] = newValue }
    }

    /// Its tracks, as far as known.
    public var tracks: [MediaTrack]? {
        get { self["tracks"] }
        set { self["tracks"] = newValue }
    }

    /// How captions look.
    public var textTrackStyle: TextTrackStyle? {
        get { self["textTrackStyle"] }
        set { self["textTrackStyle"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }

    /// Deep link into the application that plays it.
    public var entity: String? {
        get { self["entity"] }
        set { self["entity"] = newValue }
    }

    /// The same for an Android TV application.
    public var atvEntity: String? {
        get { self["atvEntity"] }
        set { self["atvEntity"] = newValue }
    }

    /// Container of HLS audio segments.
    public var hlsSegmentFormat: HLSSegmentFormat? {
        get { self["hlsSegmentFormat"] }
        set { self["hlsSegmentFormat"] = newValue }
    }

    /// Container of HLS video segments.
    public var hlsVideoSegmentFormat: HLSVideoSegmentFormat? {
        get { self["hlsVideoSegmentFormat"] }
        set { self["hlsVideoSegmentFormat"] = newValue }
    }

    /// Interruptions.
    public var breaks: [Break]? {
        get { self["breaks"] }
        set { self["breaks"] = newValue }
    }

    /// What is shown in them.
    public var breakClips: [BreakClip]? {
        get { self["breakClips"] }
        set { self["breakClips"] = newValue }
    }

    /// Where interruptions come from.
    public var vmapAdsRequest: VASTAdsRequest? {
        get { self["vmapAdsRequest"] }
        set { self["vmapAdsRequest"] = newValue }
    }

    /// When a live stream began, in seconds since 1970.
    public var startAbsoluteTime: Double? {
        get { self["startAbsoluteTime"] }
        set { self["startAbsoluteTime"] = newValue }
    }

    /// What a person did about it.
    public var userActionStates: [UserActionState]? {
        get { self["userActionStates"] }
        set { self["userActionStates"] = newValue }
    }

    /// The length in seconds; nil when unknown or when there is none, as for a live stream.
    public var knownDuration: Double? {
        guard let duration, duration > 0, duration.isFinite else { return nil }
        return duration
    }

    /// What the receiver plays: the content URL, else the content id.
    public var playedURL: String? { contentURL ?? contentID }
}
