/// PLAY: goes on playing.
public struct PlayRequest: MediaSessionRequest {
    public static let type = "PLAY"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
