// SPDX-License-Identifier: Apache-2.0

/// EDIT_TRACKS_INFO: selects the active tracks and the appearance of captions.
public struct EditTracksInfoRequest: MediaSessionRequest {
    public static let type = "EDIT_TRACKS_INFO"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
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

    /// The IDs of all tracks to activate. Empty deactivates all tracks; absent does not change them.
    public var activeTrackIDs: [Int]? {
        get { self["activeTrackIds"] }
        set { self["activeTrackIds"] = newValue }
    }

    /// The appearance of captions.
    public var textTrackStyle: TextTrackStyle? {
        get { self["textTrackStyle"] }
        set { self["textTrackStyle"] = newValue }
    }

    /// The requested language. Sent by voice control.
    public var language: String? {
        get { self["language"] }
        set { self["language"] = newValue }
    }

    /// Whether the language is only a suggestion.
    public var isSuggestedLanguage: Bool? {
        get { self["isSuggestedLanguage"] }
        set { self["isSuggestedLanguage"] = newValue }
    }

    /// Whether to enable captions. Sent by voice control.
    public var enableTextTracks: Bool? {
        get { self["enableTextTracks"] }
        set { self["enableTextTracks"] = newValue }
    }
}

/// EDIT_AUDIO_TRACKS: selects the audio language.
public struct EditAudioTracksRequest: MediaSessionRequest {
    public static let type = "EDIT_AUDIO_TRACKS"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(mediaSessionID: Int, language: String, isSuggestedLanguage: Bool? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.language = language
        self.isSuggestedLanguage = isSuggestedLanguage
    }

    /// The language (RFC 5646).
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
