// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The parameters with which an app is started.
public struct ApplicationLaunch: Sendable, Hashable {
    /// The requested app id.
    public var appID: String
    /// The id of this session, new for each launch. Also the transport id to which senders address messages.
    public var sessionID: String
    /// The sender that requested the launch; nil if it was requested at the device itself.
    public var sender: ApplicationSender?
    /// The sender's language (BCP 47).
    public var language: String?
    /// The `appParams` of the request, unmodified.
    public var parameters: JSONObject
    /// The app types that the sender supports. Default `WEB`.
    public var supportedAppTypes: [String]

    /// Creates the description of a launch.
    public init(
        appID: String,
        sessionID: String,
        sender: ApplicationSender? = nil,
        language: String? = nil,
        parameters: JSONObject = JSONObject(),
        supportedAppTypes: [String] = ["WEB"]
    ) {
        self.appID = appID
        self.sessionID = sessionID
        self.sender = sender
        self.language = language
        self.parameters = parameters
        self.supportedAppTypes = supportedAppTypes
    }

    /// The user's credentials (Cast Connect): `launchCheckerParams.credentialsData.credentials`.
    public var credentials: String? { credentialsData?["credentials"]?.stringValue }

    /// The type of the credentials: `ios`, `android`, `web`, `mobile`, `cloud`, or a type defined by the app.
    public var credentialsType: String? { credentialsData?["credentialsType"]?.stringValue }

    private var credentialsData: JSONValue? { parameters["launchCheckerParams"]?["credentialsData"] }
}

/// The reason why a launch is refused, thrown by the check of an ``InstalledApplication``.
public struct LaunchRefusal: Error, Sendable, Hashable {
    /// The reason in LAUNCH_ERROR.
    public var reason: LaunchErrorReason
    /// Further detail if the reason is `NOT_ALLOWED`.
    public var extendedError: String?

    /// Creates a refusal.
    public init(_ reason: LaunchErrorReason = .notAllowed, extendedError: String? = nil) {
        self.reason = reason
        self.extendedError = extendedError
    }

    /// The user refused the launch.
    public static let userNotAllowed = LaunchRefusal(.notAllowed, extendedError: "USER_NOT_ALLOWED")
    /// The device cannot ask the user.
    public static let notificationsDisabled = LaunchRefusal(.notAllowed, extendedError: "USER_NOTIFICATIONS_DISABLED")
}

/// An app that a device can run: its information, a check of launches, and a factory of its sessions.
public struct InstalledApplication: Sendable {
    /// The ids, name and namespaces of the app.
    public var information: ApplicationInformation
    let check: @Sendable (ApplicationLaunch) throws(LaunchRefusal) -> Void
    let make: @Sendable (ApplicationLaunch) -> any ReceiverApplication

    /// - Parameters:
    ///   - information: The ids, name and namespaces of the app.
    ///   - check: Checks a launch, for example its credentials, before the running app is stopped; throws to refuse it.
    ///   - make: Creates a session of the app. Called on the device's event loop.
    public init(
        _ information: ApplicationInformation,
        check: @escaping @Sendable (ApplicationLaunch) throws(LaunchRefusal) -> Void = { _ in },
        make: @escaping @Sendable (ApplicationLaunch) -> any ReceiverApplication
    ) {
        self.information = information
        self.check = check
        self.make = make
    }

    /// Creates an app that runs the Default Media Receiver under another id.
    public static func mediaReceiver(appID: String, name: String) -> InstalledApplication {
        InstalledApplication(ApplicationInformation(appIDs: [appID], name: name, playsMedia: true)) { _ in
            MediaOnlyApplication()
        }
    }
}
