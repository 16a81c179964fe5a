/// DEVICE_INFO: what a device is. One implementation answers with the request's own type.
public struct DeviceInfoMessage: CastPayload {
    public static let type = "DEVICE_INFO"
    public static let namespace = CastNamespace.discovery

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        deviceID: String? = nil,
        friendlyName: String? = nil,
        deviceModel: String? = nil,
        deviceCapabilities: DeviceCapabilities? = nil,
        deviceIconURL: String? = nil,
        receiverMetricsID: String? = nil,
        wifiProximityID: String? = nil,
        controlNotifications: Int? = nil,
        requestID: Int? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.deviceID = deviceID
        self.friendlyName = friendlyName
        self.deviceModel = deviceModel
        self.deviceCapabilities = deviceCapabilities
        self.deviceIconURL = deviceIconURL
        self.receiverMetricsID = receiverMetricsID
        self.wifiProximityID = wifiProximityID
        self.controlNotifications = controlNotifications
        self.requestID = requestID
    }

    /// The device's id.
    public var deviceID: String? {
        get { self["deviceId"] }
        set { self["deviceId"] = newValue }
    }

    /// Its name for people.
    public var friendlyName: String? {
        get { self["friendlyName"] }
        set { self["friendlyName"] = newValue }
    }

    /// Its model.
    public var deviceModel: String? {
        get { self["deviceModel"] }
        set { self["deviceModel"] = newValue }
    }

    /// What it can do.
    public var deviceCapabilities: DeviceCapabilities? {
        get { self["deviceCapabilities"] }
        set { self["deviceCapabilities"] = newValue }
    }

    /// Its icon.
    public var deviceIconURL: String? {
        get { self["deviceIconUrl"] }
        set { self["deviceIconUrl"] = newValue }
    }

    /// As `rm` of the TXT record.
    public var receiverMetricsID: String? {
        get { self["receiverMetricsId"] }
        set { self["receiverMetricsId"] = newValue }
    }

    /// As `bs` of the TXT record.
    public var wifiProximityID: String? {
        get { self["wifiProximityId"] }
        set { self["wifiProximityId"] = newValue }
    }

    /// 1 when other senders may show notifications about its media.
    public var controlNotifications: Int? {
        get { self["controlNotifications"] }
        set { self["controlNotifications"] = newValue }
    }
}
