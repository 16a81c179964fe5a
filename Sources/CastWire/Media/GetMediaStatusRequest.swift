/// GET_STATUS: asks for a ``MediaStatusMessage``, which comes to the asker alone.
public struct GetMediaStatusRequest: MediaSessionRequest {
    public static let type = "GET_STATUS"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// What the answer may leave out.
    public var options: MediaStatusOptions? {
        get { self["options"] }
        set { self["options"] = newValue }
    }

    /// - Parameter mediaSessionID: Nil asks for all sessions.
    public init(mediaSessionID: Int? = nil, options: MediaStatusOptions? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.options = options
    }
}
