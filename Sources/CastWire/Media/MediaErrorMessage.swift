/// ERROR: playing failed.
public struct MediaErrorMessage: CastPayload {
    public static let type = "ERROR"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        detailedErrorCode: DetailedErrorCode? = nil,
        reason: InvalidRequestReason? = nil,
        itemID: Int? = nil,
        customData: JSONValue? = nil,
        requestID: Int? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.detailedErrorCode = detailedErrorCode
        self.reason = reason
        self.itemID = itemID
        self.customData = customData
        self.requestID = requestID
    }

    /// What went wrong, as a number.
    public var detailedErrorCode: DetailedErrorCode? {
        get { self["detailedErrorCode"] }
        set { self["detailedErrorCode"] = newValue }
    }

    /// What went wrong, in a word.
    public var reason: InvalidRequestReason? {
        get { self["reason"] }
        set { self["reason"] = newValue }
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
