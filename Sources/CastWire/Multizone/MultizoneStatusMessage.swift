/// MULTIZONE_STATUS: the group, as an answer, after a connection, or because something changed.
public struct MultizoneStatusMessage: CastPayload {
    public static let type = "MULTIZONE_STATUS"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(status: MultizoneStatus, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.status = status
        self.requestID = requestID
    }

    /// The group; empty when the message has none.
    public var status: MultizoneStatus {
        get { self["status"] ?? MultizoneStatus(devices: []) }
        set { self["status"] = newValue }
    }
}
