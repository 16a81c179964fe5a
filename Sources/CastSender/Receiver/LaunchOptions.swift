// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// Options for launching an application.
public struct LaunchOptions: Sendable {
    /// The language of the receiver's user interface, as a BCP 47 tag such as `de-CH`. Nil, the default, leaves it to
    /// the device.
    public var language: String?
    /// Whether to stop and relaunch an application that is already running. Default false: it is joined.
    public var relaunchIfRunning: Bool
    /// Whether the Android TV version of the application may be launched, if it is installed. Default false.
    public var isAndroidReceiverCompatible: Bool
    /// Credentials of the user, which the device may use to decide whether to allow the launch.
    public var credentials: Credentials?
    /// The namespaces that the application must list before the launch is complete. Nil, the default, means the media
    /// namespace for the default media receiver and none for other applications. Loading media always waits for the
    /// media namespace.
    public var requiredNamespaces: [CastNamespace]?
    /// How long to wait for an application that lists only namespaces of the platform, because its page is still
    /// loading, to list others. Default zero. When the time is over, the launch succeeds anyway.
    public var namespaceWait: Duration

    /// Creates options. Nil members are omitted from the request.
    public init(
        language: String? = nil,
        relaunchIfRunning: Bool = false,
        isAndroidReceiverCompatible: Bool = false,
        credentials: Credentials? = nil,
        requiredNamespaces: [CastNamespace]? = nil,
        namespaceWait: Duration = .zero
    ) {
        self.language = language
        self.relaunchIfRunning = relaunchIfRunning
        self.isAndroidReceiverCompatible = isAndroidReceiverCompatible
        self.credentials = credentials
        self.requiredNamespaces = requiredNamespaces
        self.namespaceWait = namespaceWait
    }

    /// The credentials of the user who launches an application. They are never logged and never stored.
    public struct Credentials: Sendable, Hashable {
        /// The credentials, in the application's format.
        public var credentials: String
        /// The type of the credentials: `ios`, `android`, `web`, `cloud`, or an application-specific type.
        public var type: String?

        /// Creates credentials.
        public init(_ credentials: String, type: String? = nil) {
            self.credentials = credentials
            self.type = type
        }
    }
}

extension LaunchOptions {
    /// The namespaces that the application must list before its launch is complete.
    func namespaces(of appID: String) -> [CastNamespace] {
        requiredNamespaces ?? (appID == ApplicationStatus.defaultMediaReceiverID ? [.media] : [])
    }

    func request(for appID: String) -> LaunchRequest {
        var request = LaunchRequest(
            appID: appID,
            language: language,
            supportedAppTypes: isAndroidReceiverCompatible ? ["ANDROID_TV", "WEB"] : ["WEB"]
        )
        if let credentials {
            var data: JSONObject = ["credentials": .string(credentials.credentials)]
            if let type = credentials.type { data["credentialsType"] = .string(type) }
            request.appParams = ["launchCheckerParams": ["credentialsData": .object(data)]]
        }
        return request
    }
}

/// The progress of a launch.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum LaunchProgress: Sendable, Hashable {
    /// The device asks the user for permission, which may take up to five minutes.
    case awaitingAuthorization
    /// The launch was allowed, by the user or by the device's settings.
    case authorized
    /// The application with this name is visible and still loading.
    case starting(String)
}
