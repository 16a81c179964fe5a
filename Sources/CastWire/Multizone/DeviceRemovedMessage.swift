/// DEVICE_REMOVED: a device left the group.
public struct DeviceRemovedMessage: CastPayload {
    public static let type = "DEVICE_REMOVED"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(deviceID: String, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.deviceID = deviceID
        self.requestID = requestID
    }

    /// The device.
    public var deviceID: String? {
        get { self["deviceId"] }
        set { self["deviceId"] = newValue }
    }
}
