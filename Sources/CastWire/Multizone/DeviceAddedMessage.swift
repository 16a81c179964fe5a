/// DEVICE_ADDED: a device joined the group.
public struct DeviceAddedMessage: CastPayload {
    public static let type = "DEVICE_ADDED"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(device: MultizoneDevice, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.device = device
        self.requestID = requestID
    }

    /// The device.
    public var device: MultizoneDevice? {
        get { self["device"] }
        set { self["device"] = newValue }
    }
}
