/// QUEUE_CHANGE: the queue has changed.
public struct QueueChangeMessage: CastPayload {
    public static let type = "QUEUE_CHANGE"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        changeType: QueueChangeType,
        itemIDs: [Int]? = nil,
        insertBefore: Int? = nil,
        reorderItemIDs: [Int]? = nil,
        sequenceNumber: Int? = nil,
        mediaSessionID: Int? = nil,
        requestID: Int? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.changeType = changeType
        self.itemIDs = itemIDs
        self.insertBefore = insertBefore
        self.reorderItemIDs = reorderItemIDs
        self.sequenceNumber = sequenceNumber
        self.mediaSessionID = mediaSessionID
        self.requestID = requestID
    }

    /// How.
    public var changeType: QueueChangeType? {
        get { self["changeType"] }
        set { self["changeType"] = newValue }
    }

    /// The items that it is about.
    public var itemIDs: [Int]? {
        get { self["itemIds"] }
        set { self["itemIds"] = newValue }
    }

    /// Where items were inserted, as an item id; absent: at the end.
    public var insertBefore: Int? {
        get { self["insertBefore"] }
        set { self["insertBefore"] = newValue }
    }

    /// Items that were moved.
    public var reorderItemIDs: [Int]? {
        get { self["reorderItemIds"] }
        set { self["reorderItemIds"] = newValue }
    }

    /// Rises with each change; after a gap, fetch the ids again.
    public var sequenceNumber: Int? {
        get { self["sequenceNumber"] }
        set { self["sequenceNumber"] = newValue }
    }

    /// The media session.
    public var mediaSessionID: Int? {
        get { self["mediaSessionId"] }
        set { self["mediaSessionId"] = newValue }
    }
}
