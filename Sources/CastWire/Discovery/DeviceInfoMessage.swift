// SPDX-License-Identifier: Apache-2.0

/// GET_DEVICE_INFO: requests information about the device. Answered by a ``DeviceInfoMessage``.
public struct GetDeviceInfoRequest: CastRequest {
    public static let type = "GET_DEVICE_INFO"
    public static let namespace = CastNamespace.discovery

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message, which has no keys of its own.
    public init() {
        fields = JSONObject(type: Self.type)
    }
}

/// DEVICE_INFO: information about a device. One implementation answers with the request's type instead.
public struct DeviceInfoMessage: CastPayload {
    public static let type = "DEVICE_INFO"
    public static let namespace = CastNamespace.discovery

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
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

    /// The ID of the device.
    public var deviceID: String? {
        get { self["deviceId"] }
        set { self["deviceId"] = newValue }
    }

    /// The name to display.
    public var friendlyName: String? {
        get { self["friendlyName"] }
        set { self["friendlyName"] = newValue }
    }

    /// The model name of the device.
    public var deviceModel: String? {
        get { self["deviceModel"] }
        set { self["deviceModel"] = newValue }
    }

    /// The capabilities of the device.
    public var deviceCapabilities: DeviceCapabilities? {
        get { self["deviceCapabilities"] }
        set { self["deviceCapabilities"] = newValue }
    }

    /// The URL of the device's icon.
    public var deviceIconURL: String? {
        get { self["deviceIconUrl"] }
        set { self["deviceIconUrl"] = newValue }
    }

    /// The value of `rm` in the TXT record.
    public var receiverMetricsID: String? {
        get { self["receiverMetricsId"] }
        set { self["receiverMetricsId"] = newValue }
    }

    /// The value of `bs` in the TXT record.
    public var wifiProximityID: String? {
        get { self["wifiProximityId"] }
        set { self["wifiProximityId"] = newValue }
    }

    /// 1 if other senders may show notifications about the device's media.
    public var controlNotifications: Int? {
        get { self["controlNotifications"] }
        set { self["controlNotifications"] = newValue }
    }
}
