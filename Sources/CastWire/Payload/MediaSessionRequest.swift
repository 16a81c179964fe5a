/// A request in the media namespace, for one media session of an application.
public protocol MediaSessionRequest: CastRequest {}

extension MediaSessionRequest {
    public static var namespace: CastNamespace { .media }

    /// The media session that is meant, from ``MediaStatus/mediaSessionID``.
    public var mediaSessionID: Int? {
        get { self["mediaSessionId"] }
        set { self["mediaSessionId"] = newValue }
    }

    /// Anything for the application; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
