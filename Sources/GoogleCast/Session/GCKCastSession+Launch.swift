import CastSender
import CastWire
import Foundation

// What is launched or joined, and how.

extension GCKCastSession {
    /// The session option by which apps launch another application than the one they look for.
    private static let applicationOption = "gck_applicationID"
    /// Apps take their client and their channels in `didStart`; a page that is still loading has neither.
    private static let namespaceWait = Duration.seconds(3)

    /// What the engine is asked for.
    func wish(
        with options: [String: any NSCoding & NSObjectProtocol]?,
        credentials: GCKCredentialsData?
    ) -> (choice: ApplicationChoice, options: LaunchOptions) {
        let choice = choice(options)
        let launch = castOptions.launchOptions ?? GCKLaunchOptions()
        return (
            choice,
            LaunchOptions(
                language: launch.languageCode,
                relaunchIfRunning: launch.relaunchIfRunning,
                isAndroidReceiverCompatible: launch.androidReceiverCompatible,
                credentials: credentials.flatMap { data in
                    data.credentials().map { .init($0, type: data.credentialsType()) }
                },
                requiredNamespaces: choice == .application(Application.defaultMediaReceiverID) ? [.media] : [],
                namespaceWait: Self.namespaceWait
            )
        )
    }

    private func choice(_ options: [String: any NSCoding & NSObjectProtocol]?) -> ApplicationChoice {
        if let id = joinedID ?? content.sessionID { return .session(id) }
        if let id = options?[Self.applicationOption] as? NSString { return .application(id as String) }
        let criteria = castOptions.discoveryCriteria
        if let id = criteria.ids.first { return .application(id) }
        return .namespaces((criteria.namespaces ?? []).sorted().map { CastNamespace(rawValue: $0) })
    }

    /// What is said of a start that failed.
    func failure(_ error: CastError) -> GCKError {
        let code: GCKErrorCode? =
            switch error.code {
            case .appNotRunning where joinedID != nil: .applicationNotRunningForJoin
            case .appNotRunning: .applicationNotRunning
            case .namespaceMissing: .applicationNotRunningWithNamespaceMismatched
            default: nil
            }
        return code.map { GCKError(code: $0, userInfo: [NSUnderlyingErrorKey: error]) } ?? GCKError(error)
    }
}

extension GCKSessionTraits {
    /// What can be done with a volume that a device reports.
    convenience init?(_ volume: Volume?) {
        guard let volume else { return nil }
        let isFixed = volume.controlType == .fixed
        let step = volume.stepInterval.flatMap { $0 > 0 && $0 <= 1 ? $0 : nil } ?? 0.05
        self.init(
            minimumVolume: 0,
            maximumVolume: 1,
            volumeIncrement: isFixed ? 0 : Float(step),
            supportsMuting: !isFixed
        )
    }
}
