// SPDX-License-Identifier: Apache-2.0

/// A break in the content, for advertisements.
public struct Break: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        id: String,
        breakClipIDs: [String],
        position: Double? = nil,
        duration: Double? = nil,
        isWatched: Bool? = nil,
        isEmbedded: Bool? = nil,
        expanded: Bool? = nil
    ) {
        fields = JSONObject()
        self.id = id
        self.breakClipIDs = breakClipIDs
        self.position = position
        self.duration = duration
        self.isWatched = isWatched
        self.isEmbedded = isEmbedded
        self.expanded = expanded
    }

    /// The ID, which is unique within the media.
    public var id: String? {
        get { self["id"] }
        set { self["id"] = newValue }
    }

    /// The IDs of the clips to play, in order.
    public var breakClipIDs: [String] {
        get { self["breakClipIds"] ?? [] }
        set { self["breakClipIds"] = newValue }
    }

    /// The position in the content, in seconds. 0 is before the content, −1 after it.
    public var position: Double? {
        get { self["position"] }
        set { self["position"] = newValue }
    }

    /// The total duration of the clips, in seconds.
    public var duration: Double? {
        get { self["duration"] }
        set { self["duration"] = newValue }
    }

    /// Whether the break has been played at least partially.
    public var isWatched: Bool? {
        get { self["isWatched"] }
        set { self["isWatched"] = newValue }
    }

    /// Whether the break is part of the content's stream.
    public var isEmbedded: Bool? {
        get { self["isEmbedded"] }
        set { self["isEmbedded"] = newValue }
    }

    /// Whether the break extends the timeline of the content.
    public var expanded: Bool? {
        get { self["expanded"] }
        set { self["expanded"] = newValue }
    }
}

/// A clip of a break: one advertisement.
public struct BreakClip: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
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

    /// The ID, which is unique within the media.
    public var id: String? {
        get { self["id"] }
        set { self["id"] = newValue }
    }

    /// The title to display.
    public var title: String? {
        get { self["title"] }
        set { self["title"] = newValue }
    }

    /// The content ID or URL.
    public var contentID: String? {
        get { self["contentId"] }
        set { self["contentId"] = newValue }
    }

    /// The URL of the content, if ``contentID`` is not a URL.
    public var contentURL: String? {
        get { self["contentUrl"] }
        set { self["contentUrl"] = newValue }
    }

    /// The MIME type.
    public var contentType: String? {
        get { self["contentType"] }
        set { self["contentType"] = newValue }
    }

    /// The duration, in seconds.
    public var duration: Double? {
        get { self["duration"] }
        set { self["duration"] = newValue }
    }

    /// The URL of an image to show while the clip plays.
    public var posterURL: String? {
        get { self["posterUrl"] }
        set { self["posterUrl"] = newValue }
    }

    /// The URL to open when the user selects the clip.
    public var clickThroughURL: String? {
        get { self["clickThroughUrl"] }
        set { self["clickThroughUrl"] = newValue }
    }

    /// The container format of HLS segments.
    public var hlsSegmentFormat: HLSSegmentFormat? {
        get { self["hlsSegmentFormat"] }
        set { self["hlsSegmentFormat"] = newValue }
    }

    /// The VAST request that provides the clip.
    public var vastAdsRequest: VASTAdsRequest? {
        get { self["vastAdsRequest"] }
        set { self["vastAdsRequest"] = newValue }
    }

    /// The position in the clip, in seconds, from which it can be skipped. Absent if it cannot be skipped.
    public var whenSkippable: Double? {
        get { self["whenSkippable"] }
        set { self["whenSkippable"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// A source of advertisements (VAST or VMAP).
public struct VASTAdsRequest: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(adTagURL: String? = nil, adsResponse: String? = nil) {
        fields = JSONObject()
        self.adTagURL = adTagURL
        self.adsResponse = adsResponse
    }

    /// The URL of the VAST or VMAP document.
    public var adTagURL: String? {
        get { self["adTagUrl"] }
        set { self["adTagUrl"] = newValue }
    }

    /// The VAST or VMAP document itself.
    public var adsResponse: String? {
        get { self["adsResponse"] }
        set { self["adsResponse"] = newValue }
    }
}

/// The state of the break that is playing.
public struct BreakStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        breakID: String? = nil,
        breakClipID: String? = nil,
        currentBreakTime: Double? = nil,
        currentBreakClipTime: Double? = nil,
        whenSkippable: Double? = nil
    ) {
        fields = JSONObject()
        self.breakID = breakID
        self.breakClipID = breakClipID
        self.currentBreakTime = currentBreakTime
        self.currentBreakClipTime = currentBreakClipTime
        self.whenSkippable = whenSkippable
    }

    /// The ID of the break.
    public var breakID: String? {
        get { self["breakId"] }
        set { self["breakId"] = newValue }
    }

    /// The ID of the clip that is playing.
    public var breakClipID: String? {
        get { self["breakClipId"] }
        set { self["breakClipId"] = newValue }
    }

    /// The position in the break, in seconds.
    public var currentBreakTime: Double? {
        get { self["currentBreakTime"] }
        set { self["currentBreakTime"] = newValue }
    }

    /// The position in the clip, in seconds.
    public var currentBreakClipTime: Double? {
        get { self["currentBreakClipTime"] }
        set { self["currentBreakClipTime"] = newValue }
    }

    /// The position in the clip, in seconds, from which it can be skipped.
    public var whenSkippable: Double? {
        get { self["whenSkippable"] }
        set { self["whenSkippable"] = newValue }
    }
}
