/// GET_STATUS: asks a device for its ``ReceiverStatusMessage``.
public struct GetReceiverStatusRequest: CastRequest {
    public static let type = "GET_STATUS"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message; it has no keys of its own.
    public init() {
        fields = JSONObject(type: Self.type)
    }
}
