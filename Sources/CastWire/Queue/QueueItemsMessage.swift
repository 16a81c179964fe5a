/// QUEUE_ITEMS: items in full.
public struct QueueItemsMessage: CastPayload {
    public static let type = "QUEUE_ITEMS"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(items: [QueueItem], sequenceNumber: Int? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.items = items
        self.sequenceNumber = sequenceNumber
        self.requestID = requestID
    }

    /// The items.
    public var items: [QueueItem] {
        get { self["items"] ?? [] }
        set { self["items"] = newValue }
    }

    /// Of the last change that they include.
    public var sequenceNumber: Int? {
        get { self["sequenceNumber"] }
        set { self["sequenceNumber"] = newValue }
    }
}
