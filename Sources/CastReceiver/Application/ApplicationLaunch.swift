public import CastWire

/// With what an app is started.
public struct ApplicationLaunch: Sendable, Hashable {
    /// The id that was asked for.
    public var appID: String
    /// The id of this run, new with each launch; also where senders address the app.
    public var sessionID: String
    /// Who asked; nil when the device itself did.
    public var sender: ApplicationSender?
    /// The sender's language (BCP 47).
    public var language: String?
    /// `appParams` of the request, whatever it holds.
    public var parameters: JSONObject
    /// The kinds of app that the sender can talk to; `WEB` where it says nothing.
    public var supportedAppTypes: [String]

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

    /// What the sender says about its user (Cast Connect): `launchCheckerParams.credentialsData.credentials`.
    public var credentials: String? { credentialsData?["credentials"]?.stringValue }

    /// Whose credentials they are: `ios`, `android`, `web`, `mobile`, `cloud`, or a name of the app's own.
    public var credentialsType: String? { credentialsData?["credentialsType"]?.stringValue }

    private var credentialsData: JSONValue? { parameters["launchCheckerParams"]?["credentialsData"] }
}

/// Why an app does not start, thrown by the check of an ``InstalledApplication``.
public struct LaunchRefusal: Error, Sendable, Hashable {
    /// As LAUNCH_ERROR has it.
    public var reason: LaunchErrorReason
    /// More, where the reason is `NOT_ALLOWED`.
    public var extendedError: String?

    public init(_ reason: LaunchErrorReason = .notAllowed, extendedError: String? = nil) {
        self.reason = reason
        self.extendedError = extendedError
    }

    /// A person said no.
    public static let userNotAllowed = LaunchRefusal(.notAllowed, extendedError: "USER_NOT_ALLOWED")
    /// Nobody can be asked.
    public static let notificationsDisabled = LaunchRefusal(.notAllowed, extendedError: "USER_NOTIFICATIONS_DISABLED")
}
