/// STOP: ends an application. Answered by a ``ReceiverStatusMessage`` without it.
public struct StopRequest: CastRequest {
    public static let type = "STOP"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(sessionID: String? = nil) {
        fields = JSONObject(type: Self.type)
        self.sessionID = sessionID
    }

    /// The application's session; nil ends whatever runs.
    public var sessionID: String? {
        get { self["sessionId"] }
        set { self["sessionId"] = newValue }
    }
}
