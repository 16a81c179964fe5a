/// eureka_info: what a device is, in sections.
public struct EurekaInfoReply: CastPayload {
    public static let type = "eureka_info"
    public static let namespace = CastNamespace.setup

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// 200 when all is well, as in HTTP.
    public var responseCode: Int? {
        get { self["response_code"] }
        set { self["response_code"] = newValue }
    }

    /// `OK` when all is well.
    public var responseString: String? {
        get { self["response_string"] }
        set { self["response_string"] = newValue }
    }

    /// What the device is; empty when the message does not say.
    public var data: EurekaInfo {
        get { self["data"] ?? EurekaInfo(fields: JSONObject()) }
        set { self["data"] = newValue }
    }

    /// A good answer.
    public init(data: EurekaInfo, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.requestID = requestID
        responseCode = 200
        responseString = "OK"
        self.data = data
    }

    /// The namespace spells the key `request_id`.
    public var requestID: Int? {
        get { fields.requestID }
        set { self["request_id"] = newValue }
    }
}
