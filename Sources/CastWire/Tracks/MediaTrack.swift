// SPDX-License-Identifier: Apache-2.0

/// A track of media.
public struct MediaTrack: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
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

    /// The ID, which is unique within the media.
    public var trackID: Int? {
        get { self["trackId"] }
        set { self["trackId"] = newValue }
    }

    /// The type of the track.
    public var type: TrackType? {
        get { self["type"] }
        set { self["type"] = newValue }
    }

    /// The purpose of a text track.
    public var subtype: TrackSubtype? {
        get { self["subtype"] }
        set { self["subtype"] = newValue }
    }

    /// The name to display.
    public var name: String? {
        get { self["name"] }
        set { self["name"] = newValue }
    }

    /// The language (RFC 5646). Required for subtitles.
    public var language: String? {
        get { self["language"] }
        set { self["language"] = newValue }
    }

    /// The URL of a track that is not part of the media file.
    public var trackContentID: String? {
        get { self["trackContentId"] }
        set { self["trackContentId"] = newValue }
    }

    /// The MIME type of such a track, such as `text/vtt`.
    public var trackContentType: String? {
        get { self["trackContentType"] }
        set { self["trackContentType"] = newValue }
    }

    /// Whether the track is part of the media file.
    public var isInband: Bool? {
        get { self["isInband"] }
        set { self["isInband"] = newValue }
    }

    /// DASH roles, such as `main`, `commentary` or `forced_subtitle`.
    public var roles: [String]? {
        get { self["roles"] }
        set { self["roles"] = newValue }
    }

    /// Properties of an audio track.
    public var audioTrackInfo: AudioTrackInfo? {
        get { self["audioTrackInfo"] }
        set { self["audioTrackInfo"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// The type of a track.
public struct TrackType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let text = TrackType(rawValue: "TEXT")
    public static let audio = TrackType(rawValue: "AUDIO")
    public static let video = TrackType(rawValue: "VIDEO")
}

/// The purpose of a text track.
public struct TrackSubtype: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A translation of the dialogue.
    public static let subtitles = TrackSubtype(rawValue: "SUBTITLES")

    /// A transcription of dialogue and sounds, for deaf viewers.
    public static let captions = TrackSubtype(rawValue: "CAPTIONS")

    /// Descriptions of the video, for blind viewers.
    public static let descriptions = TrackSubtype(rawValue: "DESCRIPTIONS")

    /// Chapter titles for navigation.
    public static let chapters = TrackSubtype(rawValue: "CHAPTERS")

    /// Data for scripts.
    public static let metadata = TrackSubtype(rawValue: "METADATA")
}

/// Properties of an audio track.
public struct AudioTrackInfo: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(audioCodec: String? = nil, numAudioChannels: Int? = nil, spatialAudio: Bool? = nil) {
        fields = JSONObject()
        self.audioCodec = audioCodec
        self.numAudioChannels = numAudioChannels
        self.spatialAudio = spatialAudio
    }

    /// The codec, such as `mp4a.40.2`.
    public var audioCodec: String? {
        get { self["audioCodec"] }
        set { self["audioCodec"] = newValue }
    }

    /// The number of channels.
    public var numAudioChannels: Int? {
        get { self["numAudioChannels"] }
        set { self["numAudioChannels"] = newValue }
    }

    /// Whether the track has spatial audio.
    public var spatialAudio: Bool? {
        get { self["spatialAudio"] }
        set { self["spatialAudio"] = newValue }
    }
}
