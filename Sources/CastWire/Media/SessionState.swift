// SPDX-License-Identifier: Apache-2.0

/// STORE_SESSION: requests a ``SessionStateMessage``, with which another device can resume playback.
public struct StoreSessionRequest: MediaSessionRequest {
    public static let type = "STORE_SESSION"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// RESUME_SESSION: resumes playback that was started on another device. Answered like a ``LoadRequest``.
public struct ResumeSessionRequest: MediaSessionRequest {
    public static let type = "RESUME_SESSION"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(sessionState: SessionState) {
        fields = JSONObject(type: Self.type)
        self.sessionState = sessionState
    }

    /// The state to resume, from a ``SessionStateMessage``.
    public var sessionState: SessionState? {
        get { self["sessionState"] }
        set { self["sessionState"] = newValue }
    }
}

/// The state that another device needs to resume playback.
public struct SessionState: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(loadRequestData: LoadRequest? = nil, customData: JSONValue? = nil) {
        fields = JSONObject()
        self.loadRequestData = loadRequestData
        self.customData = customData
    }

    /// The load request that resumes playback.
    public var loadRequestData: LoadRequest? {
        get { self["loadRequestData"] }
        set { self["loadRequestData"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// SESSION_STATE: the state that another device needs to resume playback.
public struct SessionStateMessage: CastPayload {
    public static let type = "SESSION_STATE"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(sessionState: SessionState, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.sessionState = sessionState
        self.requestID = requestID
    }

    /// The state to pass to a ``ResumeSessionRequest``.
    public var sessionState: SessionState? {
        get { self["sessionState"] }
        set { self["sessionState"] = newValue }
    }
}

/// SET_CREDENTIALS: passes the user's credentials to an application.
public struct SetCredentialsRequest: CastRequest {
    public static let type = "SET_CREDENTIALS"
    public static let namespace = CastNamespace.commandAndControl

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(credentials: String, credentialsType: String? = nil, forRequest: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.credentials = credentials
        self.credentialsType = credentialsType
        self.forRequest = forRequest
    }

    /// The credentials, in an application-defined format.
    public var credentials: String? {
        get { self["credentials"] }
        set { self["credentials"] = newValue }
    }

    /// The source of the credentials.
    public var credentialsType: String? {
        get { self["credentialsType"] }
        set { self["credentialsType"] = newValue }
    }

    /// The ID of the request that asked for the credentials.
    public var forRequest: Int? {
        get { self["forRequest"] }
        set { self["forRequest"] = newValue }
    }
}
