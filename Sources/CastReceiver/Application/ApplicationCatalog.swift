// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The apps that a device can run: the Default Media Receiver, under its own id and the ids configured for it, and the
/// installed apps.
struct ApplicationCatalog: Sendable {
    static let defaultMediaReceiverID = "CC1AD845"
    static let defaultMediaReceiverName = "Default Media Receiver"
    static let backdropID = "E8C28D3C"

    /// The apps by id, each list in installation order.
    private var applications: [String: [InstalledApplication]] = [:]

    /// - Parameters:
    ///   - installed: The user's apps. An app with the id of the Default Media Receiver replaces it.
    ///   - appIDs: Further ids that run the Default Media Receiver.
    ///   - mediaReceiver: The namespaces and the status text of the Default Media Receiver.
    init(
        _ installed: [InstalledApplication] = [],
        appIDs: [String] = [],
        mediaReceiver: DeviceProfile.MediaReceiver = DeviceProfile.MediaReceiver()
    ) {
        for application in installed {
            for appID in application.information.appIDs { applications[appID, default: []].append(application) }
        }
        for (appID, name) in [(Self.defaultMediaReceiverID, Self.defaultMediaReceiverName)]
            + appIDs.map({ ($0, "App \($0)") })
        where applications[appID] == nil {
            var receiver = InstalledApplication.mediaReceiver(appID: appID, name: name)
            receiver.information.namespaces = mediaReceiver.namespaces
            receiver.information.statusText = mediaReceiver.readyText
            applications[appID] = [receiver]
        }
    }

    func contains(_ appID: String) -> Bool { applications[appID] != nil }

    /// All ids, sorted.
    var appIDs: [String] { applications.keys.sorted() }

    /// Returns the app that accepts a launch. Android TV apps are tried first, if the sender supports them, then web
    /// apps.
    ///
    /// - Throws: `NOT_FOUND` for an id that the device does not know; otherwise the refusal of the last app that was
    ///   tried.
    func application(for launch: ApplicationLaunch) throws(LaunchRefusal) -> InstalledApplication {
        let candidates = applications[launch.appID, default: []].filter {
            $0.information.kind == .web || launch.supportedAppTypes.contains($0.information.kind.rawValue)
        }
        var refusal = LaunchRefusal(.notFound)
        for application in candidates.filter({ $0.information.kind == .androidTV })
            + candidates.filter({ $0.information.kind == .web })
        {
            do throws(LaunchRefusal) {
                try application.check(launch)
                return application
            } catch {
                refusal = error
            }
        }
        throw refusal
    }

    /// Creates a session of an app; nil if the device does not know the id or the app refuses the launch.
    func launch(_ appID: String, sessionID: String) -> RunningApplication? {
        let launch = ApplicationLaunch(appID: appID, sessionID: sessionID)
        return (try? application(for: launch)).map { RunningApplication($0.information, launch: launch) }
    }

    /// Creates a session of the idle screen.
    func backdrop(sessionID: String) -> RunningApplication {
        RunningApplication(
            appID: Self.backdropID,
            displayName: "Backdrop",
            sessionID: sessionID,
            namespaces: [],
            statusText: "",
            isIdleScreen: true
        )
    }
}
