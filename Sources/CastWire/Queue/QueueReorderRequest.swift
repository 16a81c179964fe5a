/// QUEUE_REORDER: moves items, which keep the given order.
public struct QueueReorderRequest: MediaSessionRequest {
    public static let type = "QUEUE_REORDER"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        mediaSessionID: Int,
        itemIDs: [Int],
        insertBefore: Int? = nil,
        currentItemID: Int? = nil,
        currentTime: Double? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.itemIDs = itemIDs
        self.insertBefore = insertBefore
        self.currentItemID = currentItemID
        self.currentTime = currentTime
    }

    /// The items.
    public var itemIDs: [Int] {
        get { self["itemIds"] ?? [] }
        set { self["itemIds"] = newValue }
    }

    /// Item id; absent: at the end.
    public var insertBefore: Int? {
        get { self["insertBefore"] }
        set { self["insertBefore"] = newValue }
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
