/// QUEUE_PREV: plays the previous item. ``QueueUpdateRequest/jump`` is understood by more applications.
public struct QueuePrevRequest: MediaSessionRequest {
    public static let type = "QUEUE_PREV"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
