/// An application that runs on a device.
public struct Application: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        appID: String? = nil,
        appType: String? = nil,
        displayName: String? = nil,
        iconURL: String? = nil,
        isIdleScreen: Bool? = nil,
        launchedFromCloud: Bool? = nil,
        namespaces: [CastNamespace] = [],
        senderConnected: Bool? = nil,
        sessionID: String? = nil,
        statusText: String? = nil,
        transportID: String? = nil,
        universalAppID: String? = nil
    ) {
        fields = JSONObject()
        self.appID = appID
        self.appType = appType
        self.displayName = displayName
        self.iconURL = iconURL
        self.isIdleScreen = isIdleScreen
        self.launchedFromCloud = launchedFromCloud
        self.namespaces = namespaces
        self.senderConnected = senderConnected
        self.sessionID = sessionID
        self.statusText = statusText
        self.transportID = transportID
        self.universalAppID = universalAppID
    }

    /// Which application: eight hexadecimal digits, or a name on old devices.
    public var appID: String? {
        get { self["appId"] }
        set { self["appId"] = newValue }
    }

    /// `WEB`, `ANDROID_TV` or `IDLE_SCREEN`; since 2019.
    public var appType: String? {
        get { self["appType"] }
        set { self["appType"] = newValue }
    }

    /// The application's name for people.
    public var displayName: String? {
        get { self["displayName"] }
        set { self["displayName"] = newValue }
    }

    /// The application's icon; often empty.
    public var iconURL: String? {
        get { self["iconUrl"] }
        set { self["iconUrl"] = newValue }
    }

    /// True when the device is idle. One device said so of a media receiver too.
    public var isIdleScreen: Bool? {
        get { self["isIdleScreen"] }
        set { self["isIdleScreen"] = newValue }
    }

    /// True when no sender on this network launched it.
    public var launchedFromCloud: Bool? {
        get { self["launchedFromCloud"] }
        set { self["launchedFromCloud"] = newValue }
    }

    /// What the application understands now; grows while it starts. Read from objects with a name and from
    /// plain strings, as firmware of 2014 sends them; written as objects.
    public var namespaces: [CastNamespace] {
        get { self["namespaces"] ?? [] }
        set { self["namespaces"] = newValue }
    }

    /// True while any sender has a virtual connection to it; since 2021.
    public var senderConnected: Bool? {
        get { self["senderConnected"] }
        set { self["senderConnected"] = newValue }
    }

    /// Changes with each launch.
    public var sessionID: String? {
        get { self["sessionId"] }
        set { self["sessionId"] = newValue }
    }

    /// What it does, in the device's language; may be empty.
    public var statusText: String? {
        get { self["statusText"] }
        set { self["statusText"] = newValue }
    }

    /// Where messages for the application go. Absent when it cannot be joined.
    public var transportID: String? {
        get { self["transportId"] }
        set { self["transportId"] = newValue }
    }

    /// Id of the family of applications that it belongs to.
    public var universalAppID: String? {
        get { self["universalAppId"] }
        set { self["universalAppId"] = newValue }
    }
}
