/// INVALID_PLAYER_STATE: the request is not possible in the player's state.
public struct InvalidPlayerStateMessage: CastPayload {
    public static let type = "INVALID_PLAYER_STATE"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(customData: JSONValue? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.customData = customData
        self.requestID = requestID
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
