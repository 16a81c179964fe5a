/// One advertisement.
public struct BreakClip: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        id: String,
        title: String? = nil,
        contentID: String? = nil,
        contentURL: String? = nil,
        contentType: String? = nil,
        duration: Double? = nil,
        posterURL: String? = nil,
        clickThroughURL: String? = nil,
        hlsSegmentFormat: HLSSegmentFormat? = nil,
        vastAdsRequest: VASTAdsRequest? = nil,
        whenSkippable: Double? = nil,
        customData: JSONValue? = nil
    ) {
        fields = JSONObject()
        self.id = id
        self.title = title
        self.contentID = contentID
        self.contentURL = contentURL
        self.contentType = contentType
        self.duration = duration
        self.posterURL = posterURL
        self.clickThroughURL = clickThroughURL
        self.hlsSegmentFormat = hlsSegmentFormat
        self.vastAdsRequest = vastAdsRequest
        self.whenSkippable = whenSkippable
        self.customData = customData
    }

    /// Unique within the media.
    public var id: String? {
        get { self["id"] }
        set { self["id"] = newValue }
    }

    /// For people.
    public var title: String? {
        get { self["title"] }
        set { self["title"] = newValue }
    }

    /// Id or address.
    public var contentID: String? {
        get { self["contentId"] }
        set { self["contentId"] = newValue }
    }

    /// Address when the content id is none.
    public var contentURL: String? {
        get { self["contentUrl"] }
        set { self["contentUrl"] = newValue }
    }

    /// MIME type.
    public var contentType: String? {
        get { self["contentType"] }
        set { self["contentType"] = newValue }
    }

    /// Seconds.
    public var duration: Double? {
        get { self["duration"] }
        set { self["duration"] = newValue }
    }

    /// Picture meanwhile.
    public var posterURL: String? {
        get { self["posterUrl"] }
        set { self["posterUrl"] = newValue }
    }

    /// Where a click leads.
    public var clickThroughURL: String? {
        get { self["clickThroughUrl"] }
        set { self["clickThroughUrl"] = newValue }
    }

    /// Container of HLS segments.
    public var hlsSegmentFormat: HLSSegmentFormat? {
        get { self["hlsSegmentFormat"] }
        set { self["hlsSegmentFormat"] = newValue }
    }

    /// Where the clip comes from.
    public var vastAdsRequest: VASTAdsRequest? {
        get { self["vastAdsRequest"] }
        set { self["vastAdsRequest"] = newValue }
    }

    /// After how many seconds it may be skipped; absent: never.
    public var whenSkippable: Double? {
        get { self["whenSkippable"] }
        set { self["whenSkippable"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
