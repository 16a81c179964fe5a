// SPDX-License-Identifier: Apache-2.0

/// PLAY: resumes playback.
public struct PlayRequest: MediaSessionRequest {
    public static let type = "PLAY"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// PLAY_AGAIN: plays media again that has ended.
public struct PlayAgainRequest: MediaSessionRequest {
    public static let type = "PLAY_AGAIN"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// PAUSE: pauses playback.
public struct PauseRequest: MediaSessionRequest {
    public static let type = "PAUSE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// STOP: ends the media session. The application keeps running.
public struct StopMediaRequest: MediaSessionRequest {
    public static let type = "STOP"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// SEEK: changes the playback position, specified by exactly one of the two times.
public struct SeekRequest: MediaSessionRequest {
    public static let type = "SEEK"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
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

    /// The new position, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// The offset from the current position, in seconds.
    public var relativeTime: Double? {
        get { self["relativeTime"] }
        set { self["relativeTime"] = newValue }
    }

    /// The playback state after the seek. If absent, it does not change.
    public var resumeState: ResumeState? {
        get { self["resumeState"] }
        set { self["resumeState"] = newValue }
    }
}

/// The playback state after a seek.
public struct ResumeState: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Playback starts or continues.
    public static let play = ResumeState(rawValue: "PLAYBACK_START")

    /// Playback is paused.
    public static let pause = ResumeState(rawValue: "PLAYBACK_PAUSE")
}

/// SKIP_AD: skips the current advertisement. Possible once ``BreakStatus/whenSkippable`` has passed.
public struct SkipAdRequest: MediaSessionRequest {
    public static let type = "SKIP_AD"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// SET_PLAYBACK_RATE: changes the playback rate, specified by exactly one of the two rates.
public struct SetPlaybackRateRequest: MediaSessionRequest {
    public static let type = "SET_PLAYBACK_RATE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(mediaSessionID: Int, playbackRate: Double? = nil, relativePlaybackRate: Double? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.playbackRate = playbackRate
        self.relativePlaybackRate = relativePlaybackRate
    }

    /// The new rate, 0.5…2.
    public var playbackRate: Double? {
        get { self["playbackRate"] }
        set { self["playbackRate"] = newValue }
    }

    /// A factor to multiply the current rate by. The result is clamped to 0.5…2.
    public var relativePlaybackRate: Double? {
        get { self["relativePlaybackRate"] }
        set { self["relativePlaybackRate"] = newValue }
    }
}

/// SET_VOLUME: changes the volume of the stream, for example to fade it; not the device's volume.
public struct SetStreamVolumeRequest: MediaSessionRequest {
    public static let type = "SET_VOLUME"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int, volume: CastVolume) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.volume = volume
    }

    /// The new level (0…1), mute state, or both.
    public var volume: CastVolume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }
}
