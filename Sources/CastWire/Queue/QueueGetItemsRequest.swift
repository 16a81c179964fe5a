/// QUEUE_GET_ITEMS: asks for a ``QueueItemsMessage``.
public struct QueueGetItemsRequest: MediaSessionRequest {
    public static let type = "QUEUE_GET_ITEMS"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int, itemIDs: [Int]) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.itemIDs = itemIDs
    }

    /// The items.
    public var itemIDs: [Int] {
        get { self["itemIds"] ?? [] }
        set { self["itemIds"] = newValue }
    }
}
