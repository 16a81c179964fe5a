/// DEVICE_UPDATED: a member changed. Comes in bursts.
public struct DeviceUpdatedMessage: CastPayload {
    public static let type = "DEVICE_UPDATED"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(device: MultizoneDevice, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.device = device
        self.requestID = requestID
    }

    /// The member, whole.
    public var device: MultizoneDevice? {
        get { self["device"] }
        set { self["device"] = newValue }
    }
}
