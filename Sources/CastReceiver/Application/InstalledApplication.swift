/// An app that a device can run: what it is, whether it accepts a launch, and how a run of it is made.
public struct InstalledApplication: Sendable {
    public var information: ApplicationInformation
    let check: @Sendable (ApplicationLaunch) throws(LaunchRefusal) -> Void
    let make: @Sendable (ApplicationLaunch) -> any ReceiverApplication

    /// - Parameters:
    ///   - information: Its ids, its name, its namespaces.
    ///   - check: Looks at the launch, its credentials say, before anything else is stopped for it; throws to refuse.
    ///   - make: Makes a run of the app. Called on the device's event loop.
    public init(
        _ information: ApplicationInformation,
        check: @escaping @Sendable (ApplicationLaunch) throws(LaunchRefusal) -> Void = { _ in },
        make: @escaping @Sendable (ApplicationLaunch) -> any ReceiverApplication
    ) {
        self.information = information
        self.check = check
        self.make = make
    }

    /// The Default Media Receiver under another id.
    public static func mediaReceiver(appID: String, name: String) -> InstalledApplication {
        InstalledApplication(ApplicationInformation(appIDs: [appID], name: name, playsMedia: true)) { _ in
            MediaOnlyApplication()
        }
    }
}
