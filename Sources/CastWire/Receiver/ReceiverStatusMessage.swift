/// RECEIVER_STATUS: the state of a device, as an answer or because something changed.
public struct ReceiverStatusMessage: CastPayload {
    public static let type = "RECEIVER_STATUS"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(status: ReceiverStatus, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.status = status
        self.requestID = requestID
    }

    /// The state; empty when the message has none.
    public var status: ReceiverStatus {
        get { self["status"] ?? ReceiverStatus() }
        set { self["status"] = newValue }
    }
}
