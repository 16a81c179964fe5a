/// What a sender says about itself when it connects.
public struct SenderInfo: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        sdkType: Int? = nil,
        version: String? = nil,
        browserVersion: String? = nil,
        platform: SenderPlatform? = nil,
        systemVersion: String? = nil,
        connectionType: Int? = nil
    ) {
        fields = JSONObject()
        self.sdkType = sdkType
        self.version = version
        self.browserVersion = browserVersion
        self.platform = platform
        self.systemVersion = systemVersion
        self.connectionType = connectionType
    }

    /// 2 in every public sender. One implementation misspells the key `skdType`; both are read.
    public var sdkType: Int? {
        get { self["sdkType"] ?? self["skdType"] }
        set { self["sdkType"] = newValue }
    }

    /// Version of the sender's software, such as `15.605.1.3`.
    public var version: String? {
        get { self["version"] }
        set { self["version"] = newValue }
    }

    /// Version of the browser, such as `44.0.2403.30`.
    public var browserVersion: String? {
        get { self["browserVersion"] }
        set { self["browserVersion"] = newValue }
    }

    /// The sender's system.
    public var platform: SenderPlatform? {
        get { self["platform"] }
        set { self["platform"] = newValue }
    }

    /// The system in words.
    public var systemVersion: String? {
        get { self["systemVersion"] }
        set { self["systemVersion"] = newValue }
    }

    /// 1 for the local network.
    public var connectionType: Int? {
        get { self["connectionType"] }
        set { self["connectionType"] = newValue }
    }
}
