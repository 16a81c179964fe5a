import CastWire

/// What a device can run: the Default Media Receiver, under its own id and under those that the device was given.
struct ApplicationCatalog: Sendable {
    static let defaultMediaReceiverID = "CC1AD845"
    static let backdropID = "E8C28D3C"

    private var names: [String: String]

    /// - Parameter appIDs: Ids that run the Default Media Receiver besides its own.
    init(appIDs: [String] = []) {
        names = [Self.defaultMediaReceiverID: "Default Media Receiver"]
        for appID in appIDs where names[appID] == nil { names[appID] = "App \(appID)" }
    }

    func contains(_ appID: String) -> Bool { names[appID] != nil }

    /// Every id, sorted.
    var appIDs: [String] { names.keys.sorted() }

    /// A new session of an app, or nil for an id that the device does not know.
    func launch(_ appID: String, sessionID: String) -> RunningApplication? {
        guard let name = names[appID] else { return nil }
        return RunningApplication(
            appID: appID,
            displayName: name,
            sessionID: sessionID,
            namespaces: [.media],
            statusText: "Ready To Cast",
            isIdleScreen: false
        )
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
