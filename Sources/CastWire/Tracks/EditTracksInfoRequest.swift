/// EDIT_TRACKS_INFO: chooses tracks and how captions look.
public struct EditTracksInfoRequest: MediaSessionRequest {
    public static let type = "EDIT_TRACKS_INFO"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        mediaSessionID: Int,
        activeTrackIDs: [Int]? = nil,
        textTrackStyle: TextTrackStyle? = nil,
        language: String? = nil,
        isSuggestedLanguage: Bool? = nil,
        enableTextTracks: Bool? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.activeTrackIDs = activeTrackIDs
        self.textTrackStyle = textTrackStyle
        self.language = language
        self.isSuggestedLanguage = isSuggestedLanguage
        self.enableTextTracks = enableTextTracks
    }

    /// The whole new set; empty: none; absent: as before.
    public var activeTrackIDs: [Int]? {
        get { self["activeTrackIds"] }
        set { self["activeTrackIds"] = newValue }
    }

    /// How captions look.
    public var textTrackStyle: TextTrackStyle? {
        get { self["textTrackStyle"] }
        set { self["textTrackStyle"] = newValue }
    }

    /// Language wanted, from voice control.
    public var language: String? {
        get { self["language"] }
        set { self["language"] = newValue }
    }

    /// Whether the language is only a suggestion.
    public var isSuggestedLanguage: Bool? {
        get { self["isSuggestedLanguage"] }
        set { self["isSuggestedLanguage"] = newValue }
    }

    /// Captions on or off, from voice control.
    public var enableTextTracks: Bool? {
        get { self["enableTextTracks"] }
        set { self["enableTextTracks"] = newValue }
    }
}
