/// eureka_info: asks what a device is, over the Cast socket. Answered by an ``EurekaInfoReply``.
public struct EurekaInfoRequest: CastRequest {
    public static let type = "eureka_info"
    public static let namespace = CastNamespace.setup

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// - Parameter params: The sections wanted, such as `name` and `device_info`.
    public init(params: [String]) {
        fields = JSONObject(type: Self.type)
        self.params = params
    }

    /// The namespace spells the key `request_id`.
    public var requestID: Int? {
        get { fields.requestID }
        set { self["request_id"] = newValue }
    }

    /// The sections wanted.
    public var params: [String] {
        get { fields["data"]?["params"].flatMap([String].init(json:)) ?? [] }
        set {
            var data = fields["data"]?.objectValue ?? JSONObject()
            data["params"] = newValue.json
            fields["data"] = .object(data)
        }
    }
}
