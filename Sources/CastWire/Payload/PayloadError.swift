// SPDX-License-Identifier: Apache-2.0

/// The error that is thrown when a payload does not have the expected content.
public struct PayloadError: Error, Sendable, Hashable {
    /// The kind of error.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// A required member is missing.
        case missing
        /// A member's value has the wrong type.
        case wrongType
        /// The payload is not JSON text.
        case notJSON
        /// The payload is JSON, but not an object.
        case notAnObject
    }

    /// What is wrong with the payload.
    public var code: Code
    /// The key of the member; empty if the error concerns the whole payload.
    public var key: String
    /// The value that was found instead.
    public var found: JSONValue?
    /// The error of the JSON parser.
    public var cause: JSONError?

    /// Creates an error.
    public init(_ code: Code, key: String = "", found: JSONValue? = nil, cause: JSONError? = nil) {
        self.code = code
        self.key = key
        self.found = found
        self.cause = cause
    }
}

extension PayloadError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .missing: "the payload has no \"\(key)\""
        case .wrongType: "the payload's \"\(key)\" has an unexpected type: \(found?.jsonString.prefix(80) ?? "?")"
        case .notJSON: "the payload is \(cause.map(String.init(describing:)) ?? "not JSON")"
        case .notAnObject: "the payload is JSON, but not an object"
        }
    }
}

/// INVALID_REQUEST: a request in the receiver or media namespace was rejected.
public struct InvalidRequestMessage: CastPayload {
    public static let type = "INVALID_REQUEST"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(reason: InvalidRequestReason? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.reason = reason
        self.requestID = requestID
    }

    /// The reason for the rejection.
    public var reason: InvalidRequestReason? {
        get { self["reason"] }
        set { self["reason"] = newValue }
    }

    /// Application-defined data.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// The reason why a device or an application rejected a request.
public struct InvalidRequestReason: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The request type is unknown, or not possible at present.
    public static let invalidCommand = InvalidRequestReason(rawValue: "INVALID_COMMAND")

    /// A key's value is not valid (media).
    public static let invalidParameters = InvalidRequestReason(rawValue: "INVALID_PARAMS")

    /// A key's value is not valid (receiver).
    public static let invalidParameter = InvalidRequestReason(rawValue: "INVALID_PARAMETER")

    /// A key is missing or its value is not valid (receiver).
    public static let badParameter = InvalidRequestReason(rawValue: "BAD_PARAMETER")

    /// No application has this session ID.
    public static let invalidSessionID = InvalidRequestReason(rawValue: "INVALID_SESSION_ID")

    /// No media session has this ID, or there is no media session.
    public static let invalidMediaSessionID = InvalidRequestReason(rawValue: "INVALID_MEDIA_SESSION_ID")
    public static let invalidRequest = InvalidRequestReason(rawValue: "INVALID_REQUEST")
    public static let invalidRequestID = InvalidRequestReason(rawValue: "INVALID_REQUEST_ID")
    public static let duplicateRequestID = InvalidRequestReason(rawValue: "DUPLICATE_REQUEST_ID")

    /// A duplicate request ID, in the spelling of old receivers.
    public static let duplicateRequestIDLegacy = InvalidRequestReason(rawValue: "DUPLICATE_REQUESTID")
    public static let notSupported = InvalidRequestReason(rawValue: "NOT_SUPPORTED")
    public static let languageNotSupported = InvalidRequestReason(rawValue: "LANGUAGE_NOT_SUPPORTED")
    public static let skipLimitReached = InvalidRequestReason(rawValue: "SKIP_LIMIT_REACHED")
    public static let endOfQueue = InvalidRequestReason(rawValue: "END_OF_QUEUE")
    public static let appError = InvalidRequestReason(rawValue: "APP_ERROR")
    public static let authenticationExpired = InvalidRequestReason(rawValue: "AUTHENTICATION_EXPIRED")
    public static let premiumAccountRequired = InvalidRequestReason(rawValue: "PREMIUM_ACCOUNT_REQUIRED")
    public static let concurrentStreamLimit = InvalidRequestReason(rawValue: "CONCURRENT_STREAM_LIMIT")
    public static let parentalControlRestricted = InvalidRequestReason(rawValue: "PARENTAL_CONTROL_RESTRICTED")
    public static let contentFiltered = InvalidRequestReason(rawValue: "CONTENT_FILTERED")
    public static let notAvailableInRegion = InvalidRequestReason(rawValue: "NOT_AVAILABLE_IN_REGION")
    public static let contentAlreadyPlaying = InvalidRequestReason(rawValue: "CONTENT_ALREADY_PLAYING")
    public static let videoDeviceRequired = InvalidRequestReason(rawValue: "VIDEO_DEVICE_REQUIRED")
    public static let genericLoadError = InvalidRequestReason(rawValue: "GENERIC_LOAD_ERROR")
}
