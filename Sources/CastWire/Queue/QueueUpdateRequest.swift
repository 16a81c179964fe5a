/// QUEUE_UPDATE: changes items, mode or place, in any combination.
public struct QueueUpdateRequest: MediaSessionRequest {
    public static let type = "QUEUE_UPDATE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        mediaSessionID: Int,
        items: [QueueItem]? = nil,
        currentItemID: Int? = nil,
        currentTime: Double? = nil,
        jump: Int? = nil,
        repeatMode: RepeatMode? = nil,
        shuffle: Bool? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.items = items
        self.currentItemID = currentItemID
        self.currentTime = currentTime
        self.jump = jump
        self.repeatMode = repeatMode
        self.shuffle = shuffle
    }

    /// Items to change, with item ids.
    public var items: [QueueItem]? {
        get { self["items"] }
        set { self["items"] = newValue }
    }

    /// The item to play now.
    public var currentItemID: Int? {
        get { self["currentItemId"] }
        set { self["currentItemId"] = newValue }
    }

    /// Where in that item, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// How many items to move on; negative: back.
    public var jump: Int? {
        get { self["jump"] }
        set { self["jump"] = newValue }
    }

    /// What happens at the end.
    public var repeatMode: RepeatMode? {
        get { self["repeatMode"] }
        set { self["repeatMode"] = newValue }
    }

    /// True reorders the queue once.
    public var shuffle: Bool? {
        get { self["shuffle"] }
        set { self["shuffle"] = newValue }
    }
}
