import CastWire

/// An app that runs on the device.
struct RunningApplication: Sendable, Hashable {
    var appID: String
    var displayName: String
    /// Changes with every launch.
    var sessionID: String
    /// Where senders address the app; equal to the session id, as on current firmware.
    var transportID: String { sessionID }
    /// What it speaks; empty until it is ready.
    var namespaces: [CastNamespace]
    var statusText: String
    var isIdleScreen = false
    /// Whether senders are served; what they say before waits.
    var isReady = true
    var appType = "WEB"
    var iconURL = ""
    /// The device's media receiver answers the media namespace.
    var playsMedia = false
    var ignoresIdleTimeout = false
    var pageURL: String?
    var additionalStatus = JSONObject()
    /// Whether what the app plays follows the device's volume. A page in a browser does so only by itself.
    var appliesVolume = true

    /// What is listed of an app that is not ready. Chromium takes an app without any namespace for one that failed to
    /// launch, and ends the page's session; so this names one of the device's own that no page's messages go through.
    static let namespacesWhileStarting: [CastNamespace] = [.commandAndControl]

    /// As RECEIVER_STATUS lists it.
    func wire(senderConnected: Bool) -> Application {
        var application = Application(
            appID: appID,
            appType: isIdleScreen ? "IDLE_SCREEN" : appType,
            displayName: displayName,
            iconURL: iconURL,
            isIdleScreen: isIdleScreen,
            launchedFromCloud: false,
            namespaces: isReady ? namespaces : Self.namespacesWhileStarting,
            senderConnected: senderConnected,
            sessionID: sessionID,
            statusText: statusText,
            transportID: transportID,
            universalAppID: appID
        )
        for member in additionalStatus.members where application.fields[member.key] == nil {
            application.fields[member.key] = member.value
        }
        return application
    }
}

extension RunningApplication {
    init(_ information: ApplicationInformation, launch: ApplicationLaunch) {
        self.init(
            appID: launch.appID,
            displayName: information.name,
            sessionID: launch.sessionID,
            namespaces: information.isReadyAtOnce ? information.allNamespaces : [],
            statusText: information.statusText,
            isReady: information.isReadyAtOnce,
            appType: information.kind.rawValue,
            iconURL: information.iconURL,
            playsMedia: information.playsMedia,
            ignoresIdleTimeout: information.ignoresIdleTimeout,
            pageURL: information.pageURL,
            additionalStatus: information.additionalStatus
        )
    }
}
