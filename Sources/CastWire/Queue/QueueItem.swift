/// One item of a queue.
public struct QueueItem: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        media: MediaInformation? = nil,
        itemID: Int? = nil,
        autoplay: Bool? = nil,
        startTime: Double? = nil,
        playbackDuration: Double? = nil,
        preloadTime: Double? = nil,
        activeTrackIDs: [Int]? = nil,
        customData: JSONValue? = nil
    ) {
        fields = JSONObject()
        self.media = media
        self.itemID = itemID
        self.autoplay = autoplay
        self.startTime = startTime
        self.playbackDuration = playbackDuration
        self.preloadTime = preloadTime
        self.activeTrackIDs = activeTrackIDs
        self.customData = customData
    }

    /// Given by the receiver; absent in requests that bring new items.
    public var itemID: Int? {
        get { self["itemId"] }
        set { self["itemId"] = newValue }
    }

    /// What is played. Absent in a status that names an item only.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// Whether it plays at once when its turn comes; true when absent.
    public var autoplay: Bool? {
        get { self["autoplay"] }
        set { self["autoplay"] = newValue }
    }

    /// Where it begins, in seconds.
    public var startTime: Double? {
        get { self["startTime"] }
        set { self["startTime"] = newValue }
    }

    /// How much of it is played, in seconds; negative: to this much before its end; 0: skipped.
    public var playbackDuration: Double? {
        get { self["playbackDuration"] }
        set { self["playbackDuration"] = newValue }
    }

    /// How long before the previous item's end it is fetched, in seconds.
    public var preloadTime: Double? {
        get { self["preloadTime"] }
        set { self["preloadTime"] = newValue }
    }

    /// The tracks to use.
    public var activeTrackIDs: [Int]? {
        get { self["activeTrackIds"] }
        set { self["activeTrackIds"] = newValue }
    }

    /// Place in the order before shuffling, from the receiver.
    public var orderID: Int? {
        get { self["orderId"] }
        set { self["orderId"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
