/// QUEUE_GET_ITEM_RANGE: asks for a ``QueueItemsMessage`` with an item and its neighbours.
public struct QueueGetItemRangeRequest: MediaSessionRequest {
    public static let type = "QUEUE_GET_ITEM_RANGE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(mediaSessionID: Int, itemID: Int, nextCount: Int? = nil, prevCount: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.itemID = itemID
        self.nextCount = nextCount
        self.prevCount = prevCount
    }

    /// The item, which is included.
    public var itemID: Int? {
        get { self["itemId"] }
        set { self["itemId"] = newValue }
    }

    /// How many after it.
    public var nextCount: Int? {
        get { self["nextCount"] }
        set { self["nextCount"] = newValue }
    }

    /// How many before it.
    public var prevCount: Int? {
        get { self["prevCount"] }
        set { self["prevCount"] = newValue }
    }
}
