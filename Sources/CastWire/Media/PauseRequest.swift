/// PAUSE: pauses.
public struct PauseRequest: MediaSessionRequest {
    public static let type = "PAUSE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
