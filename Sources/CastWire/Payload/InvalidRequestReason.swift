/// Why a device or an application refused a request.
public struct InvalidRequestReason: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The type is unknown or not possible now.
    public static let invalidCommand = InvalidRequestReason(rawValue: "INVALID_COMMAND")

    /// A key's value is wrong (media).
    public static let invalidParameters = InvalidRequestReason(rawValue: "INVALID_PARAMS")

    /// A key's value is wrong (receiver).
    public static let invalidParameter = InvalidRequestReason(rawValue: "INVALID_PARAMETER")

    /// A key is missing or its value is wrong (receiver).
    public static let badParameter = InvalidRequestReason(rawValue: "BAD_PARAMETER")

    /// No application has this session id.
    public static let invalidSessionID = InvalidRequestReason(rawValue: "INVALID_SESSION_ID")

    /// No media session has this id, or none is there.
    public static let invalidMediaSessionID = InvalidRequestReason(rawValue: "INVALID_MEDIA_SESSION_ID")
    public static let invalidRequest = InvalidRequestReason(rawValue: "INVALID_REQUEST")
    public static let invalidRequestID = InvalidRequestReason(rawValue: "INVALID_REQUEST_ID")
    public static let duplicateRequestID = InvalidRequestReason(rawValue: "DUPLICATE_REQUEST_ID")

    /// The same in old receivers.
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
