public import CastWire

/// What a device says about an app of its.
public struct ApplicationInformation: Sendable, Hashable {
    /// What kind of app it is.
    public enum Kind: String, Sendable, Hashable {
        case web = "WEB"
        /// Preferred where the sender can talk to one and the app accepts its credentials; an app of the kind
        /// ``web`` with the same id is started else.
        case androidTV = "ANDROID_TV"
    }

    /// The ids under which senders launch it: eight hexadecimal digits, or a name.
    public var appIDs: [String]
    /// Its name for people.
    public var name: String
    /// The namespaces it speaks once it is ready. Those of the platform are not an app's to have.
    public var namespaces: [CastNamespace]
    /// Whether the device's media receiver answers the media namespace for it. Default false.
    public var playsMedia: Bool
    /// Default web.
    public var kind: Kind
    /// Its icon; empty as on most devices.
    public var iconURL: String
    /// What its status text is at first.
    public var statusText: String
    /// Whether it is ready when it is launched. Otherwise it has ``DeviceConfiguration/readyTimeout`` to say
    /// ``ApplicationContext/ready(namespaces:)``, and messages wait until then. Default true.
    public var isReadyAtOnce: Bool
    /// Whether it stays without senders however long nothing plays. Default false.
    public var ignoresIdleTimeout: Bool
    /// The page that it consists of, for a person to open; nil for an app without one.
    public var pageURL: String?
    /// Further members of its entry in RECEIVER_STATUS, such as `senderApps` and `appImages`.
    public var additionalStatus: JSONObject

    public init(
        appIDs: [String],
        name: String,
        namespaces: [CastNamespace] = [],
        playsMedia: Bool = false,
        kind: Kind = .web,
        iconURL: String = "",
        statusText: String = "Ready To Cast",
        isReadyAtOnce: Bool = true,
        ignoresIdleTimeout: Bool = false,
        pageURL: String? = nil,
        additionalStatus: JSONObject = JSONObject()
    ) {
        self.appIDs = appIDs
        self.name = name
        self.namespaces = namespaces
        self.playsMedia = playsMedia
        self.kind = kind
        self.iconURL = iconURL
        self.statusText = statusText
        self.isReadyAtOnce = isReadyAtOnce
        self.ignoresIdleTimeout = ignoresIdleTimeout
        self.pageURL = pageURL
        self.additionalStatus = additionalStatus
    }

    /// What it speaks when it is ready, media included.
    var allNamespaces: [CastNamespace] {
        let own = namespaces.filter { !$0.isOfPlatform }
        return playsMedia && !own.contains(.media) ? [.media] + own : own
    }
}
