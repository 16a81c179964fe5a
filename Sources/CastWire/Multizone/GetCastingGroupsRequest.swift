/// GET_CASTING_GROUPS: asks for the groups; the form of the answer is not published.
public struct GetCastingGroupsRequest: CastRequest {
    public static let type = "GET_CASTING_GROUPS"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message; it has no keys of its own.
    public init() {
        fields = JSONObject(type: Self.type)
    }
}
