public import CastWire

/// The message with which a device refused a request or reported a failure, as it was received.
public struct DevicePayload: Sendable, Hashable {
    /// Every member of the message.
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The kind of message, such as `LOAD_FAILED`.
    public var type: String? { fields.messageType }
    /// The device's reason, such as `INVALID_MEDIA_SESSION_ID`.
    public var reason: String? { fields["reason"]?.stringValue }
    /// A finer reason that some devices add to a refused launch.
    public var extendedError: String? { fields["extendedError"]?.stringValue }
    /// The receiver's number for what went wrong with the media.
    public var detailedErrorCode: DetailedErrorCode? {
        fields["detailedErrorCode"].flatMap(DetailedErrorCode.init(json:))
    }
    /// The queue item that is meant.
    public var itemID: Int? { fields["itemId"].flatMap(Int.init(json:)) }
    /// What the application added.
    public var customData: JSONValue? { fields["customData"] }
}
