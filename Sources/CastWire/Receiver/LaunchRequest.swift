// SPDX-License-Identifier: Apache-2.0

/// LAUNCH: launches an application, or joins it if it is already running.
///
/// Newer devices first answer with a ``LaunchStatusMessage``. All devices answer with a ``ReceiverStatusMessage`` or a
/// ``LaunchErrorMessage``.
public struct LaunchRequest: CastRequest {
    public static let type = "LAUNCH"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        appID: String,
        language: String? = nil,
        supportedAppTypes: [String]? = nil,
        appParams: JSONObject? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.appID = appID
        self.language = language
        self.supportedAppTypes = supportedAppTypes
        self.appParams = appParams
    }

    /// The application ID.
    public var appID: String? {
        get { self["appId"] }
        set { self["appId"] = newValue }
    }

    /// The sender's language (BCP 47), such as `de-CH`.
    public var language: String? {
        get { self["language"] }
        set { self["language"] = newValue }
    }

    /// The supported application types: `WEB`, and `ANDROID_TV` if the sender supports Android TV applications.
    public var supportedAppTypes: [String]? {
        get { self["supportedAppTypes"] }
        set { self["supportedAppTypes"] = newValue }
    }

    /// Additional launch parameters, such as `launchCheckerParams` with the sender's credentials.
    public var appParams: JSONObject? {
        get { self["appParams"] }
        set { self["appParams"] = newValue }
    }
}

/// LAUNCH_STATUS: the progress of a launch. The answer to the launch follows.
public struct LaunchStatusMessage: CastPayload {
    public static let type = "LAUNCH_STATUS"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(launchRequestID: Int, status: LaunchStatus) {
        fields = JSONObject(type: Self.type)
        self.launchRequestID = launchRequestID
        self.status = status
    }

    /// The request ID of the launch. On most devices, the message has no request ID of its own.
    public var launchRequestID: Int? {
        get { self["launchRequestId"] }
        set { self["launchRequestId"] = newValue }
    }

    /// The progress of the launch.
    public var status: LaunchStatus? {
        get { self["status"] }
        set { self["status"] = newValue }
    }
}

/// The progress of a launch.
public struct LaunchStatus: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device asks the user for permission, which may take minutes.
    public static let userPendingAuthorization = LaunchStatus(rawValue: "USER_PENDING_AUTHORIZATION")

    /// The user allowed the launch, which continues.
    public static let userAllowed = LaunchStatus(rawValue: "USER_ALLOWED")

    /// The user rejected the launch.
    public static let userNotAllowed = LaunchStatus(rawValue: "USER_NOT_ALLOWED")
}

/// LAUNCH_ERROR: an application was not launched, or was closed because it did not become ready.
public struct LaunchErrorMessage: CastPayload {
    public static let type = "LAUNCH_ERROR"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(reason: LaunchErrorReason? = nil, extendedError: String? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.reason = reason
        self.extendedError = extendedError
        self.requestID = requestID
    }

    /// The reason for the failure.
    public var reason: LaunchErrorReason? {
        get { self["reason"] }
        set { self["reason"] = newValue }
    }

    /// Details of ``LaunchErrorReason/notAllowed``: `USER_NOT_ALLOWED` or `USER_NOTIFICATIONS_DISABLED`.
    public var extendedError: String? {
        get { self["extendedError"] }
        set { self["extendedError"] = newValue }
    }
}

/// The reason why an application was not launched.
public struct LaunchErrorReason: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The application is unknown, unpublished, or not available for this kind of device.
    public static let notFound = LaunchErrorReason(rawValue: "NOT_FOUND")

    /// The page was loaded, but did not start the Cast framework. Sent about 60 s after a status that reports the
    /// launch.
    public static let castInitTimeout = LaunchErrorReason(rawValue: "CAST_INIT_TIMEOUT")

    /// The launch was superseded or rejected, or the application's page cannot be loaded.
    public static let cancelled = LaunchErrorReason(rawValue: "CANCELLED")

    /// The user or a setting rejected the launch; see ``LaunchErrorMessage/extendedError``.
    public static let notAllowed = LaunchErrorReason(rawValue: "NOT_ALLOWED")

    /// The request specified no application.
    public static let badParameter = LaunchErrorReason(rawValue: "BAD_PARAMETER")

    /// Any other error.
    public static let systemError = LaunchErrorReason(rawValue: "SYSTEM_ERROR")
}

/// STOP: stops an application. Answered by a ``ReceiverStatusMessage`` without the application.
public struct StopRequest: CastRequest {
    public static let type = "STOP"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(sessionID: String? = nil) {
        fields = JSONObject(type: Self.type)
        self.sessionID = sessionID
    }

    /// The session ID of the application. Absent to stop any running application.
    public var sessionID: String? {
        get { self["sessionId"] }
        set { self["sessionId"] = newValue }
    }
}
