/// GET_APP_AVAILABILITY: asks which applications a device can run. Answered by an ``AppAvailabilityReply``.
public struct GetAppAvailabilityRequest: CastRequest {
    public static let type = "GET_APP_AVAILABILITY"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(appIDs: [String]! = []) {
        fields = JSONObject(type: Self.type)
        self.appIDs = appIDs
    }

    /// The applications in question.
    public var appIDs: [String]! {
        get { self["appId"] ?? [] }
        set { self["appId"] = newValue }
    }
}
