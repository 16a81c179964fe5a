/// GET_DEVICE_INFO: asks what a device is. Answered by a ``DeviceInfoMessage``.
public struct GetDeviceInfoRequest: CastRequest {
    public static let type = "GET_DEVICE_INFO"
    public static let namespace = CastNamespace.discovery

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message; it has no keys of its own.
    public init() {
        fields = JSONObject(type: Self.type)
    }
}
