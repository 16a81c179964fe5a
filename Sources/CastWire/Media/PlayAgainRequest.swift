/// PLAY_AGAIN: plays the media that has ended once more.
public struct PlayAgainRequest: MediaSessionRequest {
    public static let type = "PLAY_AGAIN"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
