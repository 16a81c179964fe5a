/// QUEUE_GET_ITEM_IDS: asks for a ``QueueItemIDsMessage``.
public struct QueueGetItemIDsRequest: MediaSessionRequest {
    public static let type = "QUEUE_GET_ITEM_IDS"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
