/// EDIT_AUDIO_TRACKS: chooses the language of the sound.
public struct EditAudioTracksRequest: MediaSessionRequest {
    public static let type = "EDIT_AUDIO_TRACKS"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(mediaSessionID: Int, language: String, isSuggestedLanguage: Bool? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.language = language
        self.isSuggestedLanguage = isSuggestedLanguage
    }

    /// RFC 5646.
    public var language: String? {
        get { self["language"] }
        set { self["language"] = newValue }
    }

    /// Whether the language is only a suggestion.
    public var isSuggestedLanguage: Bool? {
        get { self["isSuggestedLanguage"] }
        set { self["isSuggestedLanguage"] = newValue }
    }
}
