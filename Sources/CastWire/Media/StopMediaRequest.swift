/// STOP: ends the media session; the application goes on.
public struct StopMediaRequest: MediaSessionRequest {
    public static let type = "STOP"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
