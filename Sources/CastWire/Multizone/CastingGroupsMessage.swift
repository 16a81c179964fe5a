/// CASTING_GROUPS: the answer to ``GetCastingGroupsRequest``. Its form is not published: read ``fields``.
public struct CastingGroupsMessage: CastPayload {
    public static let type = "CASTING_GROUPS"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.requestID = requestID
    }
}
