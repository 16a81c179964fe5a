/// The answer to ``GetAppAvailabilityRequest``. Its type is under `responseType`.
public struct AppAvailabilityReply: CastPayload {
    public static let type = "GET_APP_AVAILABILITY"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(availability: [String: AppAvailability], requestID: Int? = nil) {
        fields = ["responseType": .string(Self.type)]
        self.availability = availability
        self.requestID = requestID
    }

    /// What is known, by application id. An application that is not in it is unknown.
    public var availability: [String: AppAvailability] {
        get { self["availability"] ?? [:] }
        set { self["availability"] = newValue }
    }
}
