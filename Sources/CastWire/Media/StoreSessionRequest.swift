/// STORE_SESSION: asks for a ``SessionStateMessage``, from which another device can go on.
public struct StoreSessionRequest: MediaSessionRequest {
    public static let type = "STORE_SESSION"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
