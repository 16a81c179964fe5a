/// LAUNCH_ERROR: an application was not launched, or ended because it never got ready.
public struct LaunchErrorMessage: CastPayload {
    public static let type = "LAUNCH_ERROR"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(reason: LaunchErrorReason? = nil, extendedError: String? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.reason = reason
        self.extendedError = extendedError
        self.requestID = requestID
    }

    /// Why.
    public var reason: LaunchErrorReason? {
        get { self["reason"] }
        set { self["reason"] = newValue }
    }

    /// More about ``LaunchErrorReason/notAllowed``: `USER_NOT_ALLOWED` or `USER_NOTIFICATIONS_DISABLED`.
    public var extendedError: String? {
        get { self["extendedError"] }
        set { self["extendedError"] = newValue }
    }
}
