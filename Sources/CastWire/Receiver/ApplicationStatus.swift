// SPDX-License-Identifier: Apache-2.0

/// An application that is running on a device.
public struct ApplicationStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
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

    /// The application ID: eight hexadecimal digits, or a name on old devices.
    public var appID: String? {
        get { self["appId"] }
        set { self["appId"] = newValue }
    }

    /// The type of the application: `WEB`, `ANDROID_TV` or `IDLE_SCREEN`. Sent since 2019.
    public var appType: String? {
        get { self["appType"] }
        set { self["appType"] = newValue }
    }

    /// The name of the application to display.
    public var displayName: String? {
        get { self["displayName"] }
        set { self["displayName"] = newValue }
    }

    /// The URL of the application's icon. Often empty.
    public var iconURL: String? {
        get { self["iconUrl"] }
        set { self["iconUrl"] = newValue }
    }

    /// Whether the application is the device's idle screen. One device reported this for a media receiver, too.
    public var isIdleScreen: Bool? {
        get { self["isIdleScreen"] }
        set { self["isIdleScreen"] = newValue }
    }

    /// Whether the application was not launched by a sender on this network.
    public var launchedFromCloud: Bool? {
        get { self["launchedFromCloud"] }
        set { self["launchedFromCloud"] = newValue }
    }

    /// The namespaces that the application supports at present; more are added while it starts. Read from objects with
    /// a `name`, or from strings as sent by firmware of 2014. Written as objects.
    public var namespaces: [CastNamespace] {
        get { self["namespaces"] ?? [] }
        set { self["namespaces"] = newValue }
    }

    /// Whether any sender has a virtual connection to the application. Sent since 2021.
    public var senderConnected: Bool? {
        get { self["senderConnected"] }
        set { self["senderConnected"] = newValue }
    }

    /// The session ID, which changes with each launch.
    public var sessionID: String? {
        get { self["sessionId"] }
        set { self["sessionId"] = newValue }
    }

    /// The status of the application in the device's language. Can be empty.
    public var statusText: String? {
        get { self["statusText"] }
        set { self["statusText"] = newValue }
    }

    /// The destination of messages to the application. Absent if the application cannot be joined.
    public var transportID: String? {
        get { self["transportId"] }
        set { self["transportId"] = newValue }
    }

    /// The ID of the application family.
    public var universalAppID: String? {
        get { self["universalAppId"] }
        set { self["universalAppId"] = newValue }
    }
}
