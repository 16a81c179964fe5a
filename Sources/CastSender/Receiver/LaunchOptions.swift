public import CastWire

/// How an application is started.
public struct LaunchOptions: Sendable {
    /// The language of the receiver's texts (BCP 47, such as `de-CH`); nil leaves it to the device.
    public var language: String?
    /// Stops the application first when it already runs. Default false: it is joined.
    public var relaunchIfRunning: Bool
    /// Allows the Android TV form of the application, where one is installed. Default false.
    public var isAndroidReceiverCompatible: Bool
    /// Shown to the device, which may decide by it who may launch.
    public var credentials: Credentials?
    /// The namespaces that the application must list before the launch counts as complete. Default: nil, which means the
    /// media namespace for the default media receiver and none for any other application. Media is loaded once the
    /// application lists the media namespace.
    public var requiredNamespaces: [CastNamespace]?
    /// How long an application whose page is still loading, and which lists nothing but the platform's own namespaces,
    /// is given to name others. Default none. An application that names none is started all the same, after that time.
    public var namespaceWait: Duration

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

    /// Who asks for the launch. Never logged and never stored.
    public struct Credentials: Sendable, Hashable {
        public var credentials: String
        /// `ios`, `android`, `web`, `cloud`, or a word of the application's own.
        public var type: String?

        public init(_ credentials: String, type: String? = nil) {
            self.credentials = credentials
            self.type = type
        }
    }
}

extension LaunchOptions {
    /// The namespaces without which an application does not count as started.
    func namespaces(of appID: String) -> [CastNamespace] {
        requiredNamespaces ?? (appID == Application.defaultMediaReceiverID ? [.media] : [])
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
