import CastWire

/// An app that runs on the device.
struct RunningApplication: Sendable, Hashable {
    var appID: String
    var displayName: String
    /// Changes with every launch.
    var sessionID: String
    /// Where senders address the app; equal to the session id, as on current firmware.
    var transportID: String { sessionID }
    var namespaces: [CastNamespace]
    var statusText: String
    var isIdleScreen: Bool

    /// As RECEIVER_STATUS lists it.
    func wire(senderConnected: Bool) -> Application {
        Application(
            appID: appID,
            appType: isIdleScreen ? "IDLE_SCREEN" : "WEB",
            displayName: displayName,
            iconURL: "",
            isIdleScreen: isIdleScreen,
            launchedFromCloud: false,
            namespaces: namespaces,
            senderConnected: senderConnected,
            sessionID: sessionID,
            statusText: statusText,
            transportID: transportID,
            universalAppID: appID
        )
    }
}
