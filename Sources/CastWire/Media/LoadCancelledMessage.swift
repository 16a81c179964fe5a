/// LOAD_CANCELLED: another load took this one's place.
public struct LoadCancelledMessage: CastPayload {
    public static let type = "LOAD_CANCELLED"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(itemID: Int? = nil, customData: JSONValue? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.itemID = itemID
        self.customData = customData
        self.requestID = requestID
    }

    /// The queue item that it is about.
    public var itemID: Int? {
        get { self["itemId"] }
        set { self["itemId"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
