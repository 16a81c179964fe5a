/// A member of a group, or the device itself when it is alone.
public struct MultizoneDevice: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(deviceID: String, name: String? = nil, capabilities: DeviceCapabilities? = nil, volume: Volume? = nil) {
        fields = JSONObject()
        self.deviceID = deviceID
        self.name = name
        self.capabilities = capabilities
        self.volume = volume
    }

    /// The device's id; see ``normalizedDeviceID``.
    public var deviceID: String? {
        get { self["deviceId"] }
        set { self["deviceId"] = newValue }
    }

    /// Its name for people.
    public var name: String? {
        get { self["name"] }
        set { self["name"] = newValue }
    }

    /// What it can do.
    public var capabilities: DeviceCapabilities? {
        get { self["capabilities"] }
        set { self["capabilities"] = newValue }
    }

    /// Its own volume within the group.
    public var volume: Volume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }

    /// The id without hyphens and in lower case, in which form ids from all sources are equal.
    public var normalizedDeviceID: String? {
        deviceID.map { String($0.lowercased().filter { $0 != "-" }) }
    }
}
