/// The state of one media session.
///
/// Keys that did not change may be absent; which of them a reader has to keep is the sender's business.
public struct MediaStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        mediaSessionID: Int? = nil,
        playerState: PlayerState? = nil,
        idleReason: IdleReason? = nil,
        currentTime: Double? = nil,
        playbackRate: Double? = nil,
        supportedMediaCommands: MediaCommands? = nil,
        volume: Volume? = nil,
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

    /// New with each load. Any number, not only small ones.
    public var mediaSessionID: Int? {
        get { self["mediaSessionId"] }
        set { self["mediaSessionId"] = newValue }
    }

    /// What the player does.
    public var playerState: PlayerState? {
        get { self["playerState"] }
        set { self["playerState"] = newValue }
    }

    /// Why it is idle; absent right after the start.
    public var idleReason: IdleReason? {
        get { self["idleReason"] }
        set { self["idleReason"] = newValue }
    }

    /// Position in seconds when the status was sent.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// 1 is normal speed; stays 1 while paused.
    public var playbackRate: Double? {
        get { self["playbackRate"] }
        set { self["playbackRate"] = newValue }
    }

    /// What can be done now.
    public var supportedMediaCommands: MediaCommands? {
        get { self["supportedMediaCommands"] }
        set { self["supportedMediaCommands"] = newValue }
    }

    /// The stream's volume, not the device's.
    public var volume: Volume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }

    /// What is played; only when it changed or was asked for.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// The tracks in use.
    public var activeTrackIDs: [Int]? {
        get { self["activeTrackIds"] }
        set { self["activeTrackIds"] = newValue }
    }

    /// The queue item that plays.
    public var currentItemID: Int? {
        get { self["currentItemId"] }
        set { self["currentItemId"] = newValue }
    }

    /// The queue item that is being loaded.
    public var loadingItemID: Int? {
        get { self["loadingItemId"] }
        set { self["loadingItemId"] = newValue }
    }

    /// The queue item that was fetched in advance.
    public var preloadedItemID: Int? {
        get { self["preloadedItemId"] }
        set { self["preloadedItemId"] = newValue }
    }

    /// Items near the current one; all of them on old receivers.
    public var items: [QueueItem]? {
        get { self["items"] }
        set { self["items"] = newValue }
    }

    /// The queue without its items.
    public var queueData: QueueData? {
        get { self["queueData"] }
        set { self["queueData"] = newValue }
    }

    /// What happens at an item's end.
    public var repeatMode: RepeatMode? {
        get { self["repeatMode"] }
        set { self["repeatMode"] = newValue }
    }

    /// What is about to play.
    public var extendedStatus: ExtendedStatus? {
        get { self["extendedStatus"] }
        set { self["extendedStatus"] = newValue }
    }

    /// Where in a live stream can be played.
    public var liveSeekableRange: LiveSeekableRange? {
        get { self["liveSeekableRange"] }
        set { self["liveSeekableRange"] = newValue }
    }

    /// The break; absent when there is none.
    public var breakStatus: BreakStatus? {
        get { self["breakStatus"] }
        set { self["breakStatus"] = newValue }
    }

    /// The picture; also before and after playing.
    public var videoInfo: VideoInfo? {
        get { self["videoInfo"] }
        set { self["videoInfo"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
