/// INVALID_REQUEST: a request was refused, in the receiver's or the media namespace.
public struct InvalidRequestMessage: CastPayload {
    public static let type = "INVALID_REQUEST"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(reason: InvalidRequestReason? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.reason = reason
        self.requestID = requestID
    }

    /// Why.
    public var reason: InvalidRequestReason? {
        get { self["reason"] }
        set { self["reason"] = newValue }
    }

    /// Anything an application adds.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
