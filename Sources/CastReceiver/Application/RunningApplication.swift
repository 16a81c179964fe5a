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

    /// As RECEIVER_STATUS lists it.
    func wire(senderConnected: Bool) -> Application {
        var application = Application(
            appID: appID,
            appType: isIdleScreen ? "IDLE_SCREEN" : appType,
            displayName: displayName,
            iconURL: iconURL,
            isIdleScreen: isIdleScreen,
            launchedFromCloud: false,
            namespaces: namespaces,
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
