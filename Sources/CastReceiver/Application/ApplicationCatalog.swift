import CastWire

/// What a device can run: the Default Media Receiver, under its own id and under those that the device was given, and
/// the apps installed on it.
struct ApplicationCatalog: Sendable {
    static let defaultMediaReceiverID = "CC1AD845"
    static let backdropID = "E8C28D3C"

    /// Every app of an id, in the order in which they were installed.
    private var applications: [String: [InstalledApplication]] = [:]

    /// - Parameters:
    ///   - installed: Apps of the user's; one with the media receiver's own id takes its place.
    ///   - appIDs: Ids that run the Default Media Receiver besides its own.
    init(_ installed: [InstalledApplication] = [], appIDs: [String] = []) {
        for application in installed {
            for appID in application.information.appIDs { applications[appID, default: []].append(application) }
        }
        for (appID, name) in [(Self.defaultMediaReceiverID, "Default Media Receiver")]
            + appIDs.map({ ($0, "App \($0)") })
        where applications[appID] == nil {
            applications[appID] = [.mediaReceiver(appID: appID, name: name)]
        }
    }

    func contains(_ appID: String) -> Bool { applications[appID] != nil }

    /// Every id, sorted.
    var appIDs: [String] { applications.keys.sorted() }

    /// The app that accepts a launch: one for Android TV where the sender can talk to it, else one for the web.
    ///
    /// - Throws: `NOT_FOUND` for an id that the device does not know, and what the last app that was asked threw.
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

    /// A new session of an app, or nil for an id that the device does not know or that refuses.
    func launch(_ appID: String, sessionID: String) -> RunningApplication? {
        let launch = ApplicationLaunch(appID: appID, sessionID: sessionID)
        return (try? application(for: launch)).map { RunningApplication($0.information, launch: launch) }
    }

    /// The screen when nothing is cast.
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
