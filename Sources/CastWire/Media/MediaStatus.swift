// SPDX-License-Identifier: Apache-2.0

/// The status of a media session.
///
/// A Cast device omits keys whose values have not changed. The sender has to merge the status into the previous one.
public struct MediaStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        mediaSessionID: Int? = nil,
        playerState: PlayerState? = nil,
        idleReason: IdleReason? = nil,
        currentTime: Double? = nil,
        playbackRate: Double? = nil,
        supportedMediaCommands: MediaCommands? = nil,
        volume: CastVolume? = nil,
        media: MediaInformation? = nil,
        activeTrackIDs: [Int]? = nil,
        currentItemID: Int? = nil,
        items: [QueueItem]? = nil,
        queueData: QueueData? = nil,
        repeatMode: RepeatMode? = nil,
        extendedStatus: ExtendedStatus? = nil,
        customData: JSONValue? = nil
    ) {
        fields = JSONObject()
        self.mediaSessionID = mediaSessionID
        self.playerState = playerState
        self.idleReason = idleReason
        self.currentTime = currentTime
        self.playbackRate = playbackRate
        self.supportedMediaCommands = supportedMediaCommands
        self.volume = volume
        self.media = media
        self.activeTrackIDs = activeTrackIDs
        self.currentItemID = currentItemID
        self.items = items
        self.queueData = queueData
        self.repeatMode = repeatMode
        self.extendedStatus = extendedStatus
        self.customData = customData
    }

    /// The ID of the media session, which changes with each load. Any integer, not necessarily small.
    public var mediaSessionID: Int? {
        get { self["mediaSessionId"] }
        set { self["mediaSessionId"] = newValue }
    }

    /// The state of the player.
    public var playerState: PlayerState? {
        get { self["playerState"] }
        set { self["playerState"] = newValue }
    }

    /// The reason why the player is idle. Absent right after the start.
    public var idleReason: IdleReason? {
        get { self["idleReason"] }
        set { self["idleReason"] = newValue }
    }

    /// The position in seconds at the time when the status was sent.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// The playback rate. 1 is normal speed; the value remains 1 while paused.
    public var playbackRate: Double? {
        get { self["playbackRate"] }
        set { self["playbackRate"] = newValue }
    }

    /// The commands that the media supports at present.
    public var supportedMediaCommands: MediaCommands? {
        get { self["supportedMediaCommands"] }
        set { self["supportedMediaCommands"] = newValue }
    }

    /// The volume of the stream, not of the device.
    public var volume: CastVolume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }

    /// The current media. Only present if it changed or was requested.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// The IDs of the active tracks.
    public var activeTrackIDs: [Int]? {
        get { self["activeTrackIds"] }
        set { self["activeTrackIds"] = newValue }
    }

    /// The ID of the current queue item.
    public var currentItemID: Int? {
        get { self["currentItemId"] }
        set { self["currentItemId"] = newValue }
    }

    /// The ID of the queue item that is being loaded.
    public var loadingItemID: Int? {
        get { self["loadingItemId"] }
        set { self["loadingItemId"] = newValue }
    }

    /// The ID of the queue item that has been preloaded.
    public var preloadedItemID: Int? {
        get { self["preloadedItemId"] }
        set { self["preloadedItemId"] = newValue }
    }

    /// The items near the current one. Old receivers send all items.
    public var items: [QueueItem]? {
        get { self["items"] }
        set { self["items"] = newValue }
    }

    /// The properties of the queue, without its items.
    public var queueData: QueueData? {
        get { self["queueData"] }
        set { self["queueData"] = newValue }
    }

    /// The repeat mode of the queue.
    public var repeatMode: RepeatMode? {
        get { self["repeatMode"] }
        set { self["repeatMode"] = newValue }
    }

    /// The media that is being loaded while the player is idle.
    public var extendedStatus: ExtendedStatus? {
        get { self["extendedStatus"] }
        set { self["extendedStatus"] = newValue }
    }

    /// The seekable range of a live stream.
    public var liveSeekableRange: LiveSeekableRange? {
        get { self["liveSeekableRange"] }
        set { self["liveSeekableRange"] = newValue }
    }

    /// The current break; absent if there is none.
    public var breakStatus: BreakStatus? {
        get { self["breakStatus"] }
        set { self["breakStatus"] = newValue }
    }

    /// The properties of the video. Also present before and after playback.
    public var videoInfo: VideoInfo? {
        get { self["videoInfo"] }
        set { self["videoInfo"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// The state of a media player.
public struct PlayerState: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The player is not started yet, or playback ended, was stopped or failed; see ``IdleReason``.
    public static let idle = PlayerState(rawValue: "IDLE")

    /// The media is playing.
    public static let playing = PlayerState(rawValue: "PLAYING")

    /// Playback is paused.
    public static let paused = PlayerState(rawValue: "PAUSED")

    /// Playback is waiting for data.
    public static let buffering = PlayerState(rawValue: "BUFFERING")

    /// Media is being loaded. Only used in ``ExtendedStatus``.
    public static let loading = PlayerState(rawValue: "LOADING")
}

/// The reason why the player is idle.
public struct IdleReason: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A sender or the user stopped the media.
    public static let cancelled = IdleReason(rawValue: "CANCELLED")

    /// Other media was loaded.
    public static let interrupted = IdleReason(rawValue: "INTERRUPTED")

    /// The media played to its end.
    public static let finished = IdleReason(rawValue: "FINISHED")

    /// The media cannot be played.
    public static let error = IdleReason(rawValue: "ERROR")
}

/// The media that is being loaded while the player is still idle.
public struct ExtendedStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(playerState: PlayerState? = nil, media: MediaInformation? = nil, mediaSessionID: Int? = nil) {
        fields = JSONObject()
        self.playerState = playerState
        self.media = media
        self.mediaSessionID = mediaSessionID
    }

    /// The state of the player: ``PlayerState/loading``.
    public var playerState: PlayerState? {
        get { self["playerState"] }
        set { self["playerState"] = newValue }
    }

    /// The media that is being loaded.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// The ID of the new media session. Absent in firmware up to 2018.
    public var mediaSessionID: Int? {
        get { self["mediaSessionId"] }
        set { self["mediaSessionId"] = newValue }
    }
}

/// The seekable range of a live stream, on the timeline of ``MediaStatus/currentTime``.
public struct LiveSeekableRange: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(start: Double? = nil, end: Double? = nil, isMovingWindow: Bool? = nil, isLiveDone: Bool? = nil) {
        fields = JSONObject()
        self.start = start
        self.end = end
        self.isMovingWindow = isMovingWindow
        self.isLiveDone = isLiveDone
    }

    /// The start of the range, in seconds.
    public var start: Double? {
        get { self["start"] }
        set { self["start"] = newValue }
    }

    /// The end of the range in seconds, which is the live edge.
    public var end: Double? {
        get { self["end"] }
        set { self["end"] = newValue }
    }

    /// Whether the start of the range moves as well.
    public var isMovingWindow: Bool? {
        get { self["isMovingWindow"] }
        set { self["isMovingWindow"] = newValue }
    }

    /// Whether the stream has ended, so that the range no longer changes.
    public var isLiveDone: Bool? {
        get { self["isLiveDone"] }
        set { self["isLiveDone"] = newValue }
    }
}
