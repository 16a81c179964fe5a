/// RESUME_SESSION: goes on with what played on another device. Answered as a ``LoadRequest`` is.
public struct ResumeSessionRequest: MediaSessionRequest {
    public static let type = "RESUME_SESSION"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(sessionState: SessionState) {
        fields = JSONObject(type: Self.type)
        self.sessionState = sessionState
    }

    /// From a ``SessionStateMessage``.
    public var sessionState: SessionState? {
        get { self["sessionState"] }
        set { self["sessionState"] = newValue }
    }
}
