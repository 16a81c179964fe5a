// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// What a device reports about one of its apps.
public struct ApplicationInformation: Sendable, Hashable {
    /// The kind of an app.
    public enum Kind: String, Sendable, Hashable {
        case web = "WEB"
        /// Preferred if the sender supports Android TV apps and the app accepts the credentials of the launch;
        /// otherwise the device starts the ``web`` app with the same id.
        case androidTV = "ANDROID_TV"
    }

    /// The ids under which senders launch the app: eight hexadecimal digits, or a name.
    public var appIDs: [String]
    /// The name shown to users.
    public var name: String
    /// The namespaces of the app once it is ready. Namespaces of the platform are ignored.
    public var namespaces: [CastNamespace]
    /// Whether the device's media receiver handles the media namespace for the app. Default false.
    public var playsMedia: Bool
    /// The kind of app. Default web.
    public var kind: Kind
    /// The URL of the icon. Default empty, as on most devices.
    public var iconURL: String
    /// The initial status text.
    public var statusText: String
    /// Whether the app is ready as soon as it is launched. Default true.
    ///
    /// Otherwise it must call ``ApplicationContext/ready(namespaces:)`` within ``DeviceConfiguration/readyTimeout``;
    /// messages are queued until then.
    public var isReadyAtLaunch: Bool
    /// Whether the app keeps running without senders and without playback. Default false.
    public var ignoresIdleTimeout: Bool
    /// The URL of the app's page, which a user can open; nil for an app without a page.
    public var pageURL: String?
    /// Additional members of the app's entry in RECEIVER_STATUS, such as `senderApps` and `appImages`.
    public var additionalStatus: JSONObject

    /// Creates the description of an app.
    public init(
        appIDs: [String],
        name: String,
        namespaces: [CastNamespace] = [],
        playsMedia: Bool = false,
        kind: Kind = .web,
        iconURL: String = "",
        statusText: String = "Ready To Cast",
        isReadyAtLaunch: Bool = true,
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
        self.isReadyAtLaunch = isReadyAtLaunch
        self.ignoresIdleTimeout = ignoresIdleTimeout
        self.pageURL = pageURL
        self.additionalStatus = additionalStatus
    }

    /// The namespaces of the app when it is ready, including media.
    var allNamespaces: [CastNamespace] {
        let own = namespaces.filter { !$0.isOfPlatform }
        return playsMedia && !own.contains(.media) ? [.media] + own : own
    }
}
