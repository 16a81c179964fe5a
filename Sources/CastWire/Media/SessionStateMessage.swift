/// SESSION_STATE: what another device needs to go on playing.
public struct SessionStateMessage: CastPayload {
    public static let type = "SESSION_STATE"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(sessionState: SessionState, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.sessionState = sessionState
        self.requestID = requestID
    }

    /// For a ``ResumeSessionRequest``.
    public var sessionState: SessionState? {
        get { self["sessionState"] }
        set { self["sessionState"] = newValue }
    }
}
