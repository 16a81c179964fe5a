// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import Foundation

// Determines the application to launch or join, and the launch options.

extension GCKCastSession {
    /// The session option with which an app launches another application than that of its discovery criteria.
    private static let applicationOption = "gck_applicationID"
    /// How long a launch waits for the required namespaces. Apps access the media client and channels in `didStart`,
    /// which aren't available while the receiver page is loading.
    private static let namespaceWait = Duration.seconds(3)

    /// Returns the application and the launch options for the engine.
    func launchParameters(
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
                requiredNamespaces: choice == .application(ApplicationStatus.defaultMediaReceiverID) ? [.media] : [],
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

    /// Returns the error to report for a failed start.
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
