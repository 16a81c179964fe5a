/// SET_DEVICE_VOLUME: changes one member's volume.
public struct SetDeviceVolumeRequest: CastRequest {
    public static let type = "SET_DEVICE_VOLUME"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(deviceID: String, volume: Volume) {
        fields = JSONObject(type: Self.type)
        self.deviceID = deviceID
        self.volume = volume
    }

    /// The member.
    public var deviceID: String? {
        get { self["deviceId"] }
        set { self["deviceId"] = newValue }
    }

    /// Level 0…1 or mute.
    public var volume: Volume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }
}
