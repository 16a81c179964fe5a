// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The app that runs on the device.
struct RunningApplication: Sendable, Hashable {
    var appID: String
    var displayName: String
    /// The id of the session, new for each launch.
    var sessionID: String
    /// The id to which senders address messages. On current firmware, it is the session id.
    var transportID: String { numberedTransportID ?? sessionID }
    /// The app's namespaces; empty until it is ready. Until then, RECEIVER_STATUS lists ``namespacesWhileStarting``.
    var namespaces: [CastNamespace]
    var statusText: String
    var isIdleScreen = false
    /// Whether the app receives messages; until then they are queued.
    var isReady = true
    var appType = "WEB"
    var iconURL = ""
    /// Whether the device's media receiver handles the media namespace.
    var playsMedia = false
    var ignoresIdleTimeout = false
    var pageURL: String?
    var additionalStatus = JSONObject()
    /// The transport id on old firmware, which numbers the apps.
    var numberedTransportID: String?
    /// Whether the app's playback follows the device's volume. A page in a browser has to apply the volume itself.
    var appliesVolume = true

    /// The namespaces listed for an app that is not ready. Chromium takes an app without namespaces for a failed launch
    /// and ends the page's session, so the list has one namespace of the device that no page uses.
    static let namespacesWhileStarting: [CastNamespace] = [.commandAndControl]

    /// Returns the entry of the app in RECEIVER_STATUS.
    func applicationStatus(senderConnected: Bool) -> ApplicationStatus {
        var application = ApplicationStatus(
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
            namespaces: information.isReadyAtLaunch ? information.allNamespaces : [],
            statusText: information.statusText,
            isReady: information.isReadyAtLaunch,
            appType: information.kind.rawValue,
            iconURL: information.iconURL,
            playsMedia: information.playsMedia,
            ignoresIdleTimeout: information.ignoresIdleTimeout,
            pageURL: information.pageURL,
            additionalStatus: information.additionalStatus
        )
    }
}
