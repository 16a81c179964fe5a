/// GET_STATUS: asks for a ``MultizoneStatusMessage``.
public struct GetMultizoneStatusRequest: CastRequest {
    public static let type = "GET_STATUS"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message; it has no keys of its own.
    public init() {
        fields = JSONObject(type: Self.type)
    }
}
