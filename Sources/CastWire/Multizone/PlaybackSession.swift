/// Present only while something plays.
public struct PlaybackSession: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        appAllowsGrouping: Bool? = nil,
        isVideoContent: Bool? = nil,
        streamTransferSupported: Bool? = nil,
        immutableDevices: [MultizoneDevice]? = nil
    ) {
        fields = JSONObject()
        self.appAllowsGrouping = appAllowsGrouping
        self.isVideoContent = isVideoContent
        self.streamTransferSupported = streamTransferSupported
        self.immutableDevices = immutableDevices
    }

    /// Whether the application may play on a group.
    public var appAllowsGrouping: Bool? {
        get { self["appAllowsGrouping"] }
        set { self["appAllowsGrouping"] = newValue }
    }

    /// Whether there is a picture.
    public var isVideoContent: Bool? {
        get { self["isVideoContent"] }
        set { self["isVideoContent"] = newValue }
    }

    /// Whether it can move to another device.
    public var streamTransferSupported: Bool? {
        get { self["streamTransferSupported"] }
        set { self["streamTransferSupported"] = newValue }
    }

    /// Devices that cannot be taken out.
    public var immutableDevices: [MultizoneDevice]? {
        get { self["immutableDevices"] }
        set { self["immutableDevices"] = newValue }
    }
}
