/// QUEUE_ITEM_IDS: the ids of all items, in order.
public struct QueueItemIDsMessage: CastPayload {
    public static let type = "QUEUE_ITEM_IDS"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(itemIDs: [Int], sequenceNumber: Int? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.itemIDs = itemIDs
        self.sequenceNumber = sequenceNumber
        self.requestID = requestID
    }

    /// The ids. Old receivers call the key `ids`.
    public var itemIDs: [Int] {
        get { self["itemIds"] ?? self["ids"] ?? [] }
        set { self["itemIds"] = newValue }
    }

    /// Of the last change that they include.
    public var sequenceNumber: Int? {
        get { self["sequenceNumber"] }
        set { self["sequenceNumber"] = newValue }
    }
}
