/// SKIP_AD: leaves the advertisement, once ``BreakStatus/whenSkippable`` has passed.
public struct SkipAdRequest: MediaSessionRequest {
    public static let type = "SKIP_AD"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
