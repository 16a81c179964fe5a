/// QUEUE_INSERT: adds items. Plays on from one of them when a current item is given.
public struct QueueInsertRequest: MediaSessionRequest {
    public static let type = "QUEUE_INSERT"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        mediaSessionID: Int,
        items: [QueueItem],
        insertBefore: Int? = nil,
        currentItemID: Int? = nil,
        currentItemIndex: Int? = nil,
        currentTime: Double? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.items = items
        self.insertBefore = insertBefore
        self.currentItemID = currentItemID
        self.currentItemIndex = currentItemIndex
        self.currentTime = currentTime
    }

    /// The items, without item ids.
    public var items: [QueueItem] {
        get { self["items"] ?? [] }
        set { self["items"] = newValue }
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

    /// The item to play now, as an index into ``items``; not together with the id.
    public var currentItemIndex: Int? {
        get { self["currentItemIndex"] }
        set { self["currentItemIndex"] = newValue }
    }

    /// Where in that item, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }
}
