/// QUEUE_REMOVE: takes items out. The next one plays when the current one goes.
public struct QueueRemoveRequest: MediaSessionRequest {
    public static let type = "QUEUE_REMOVE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(mediaSessionID: Int, itemIDs: [Int], currentItemID: Int? = nil, currentTime: Double? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.itemIDs = itemIDs
        self.currentItemID = currentItemID
        self.currentTime = currentTime
    }

    /// The items.
    public var itemIDs: [Int] {
        get { self["itemIds"] ?? [] }
        set { self["itemIds"] = newValue }
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
}
