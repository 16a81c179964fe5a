/// QUEUE_SHUFFLE: reorders the queue once. ``QueueUpdateRequest/shuffle`` is understood by more applications.
public struct QueueShuffleRequest: MediaSessionRequest {
    public static let type = "QUEUE_SHUFFLE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
