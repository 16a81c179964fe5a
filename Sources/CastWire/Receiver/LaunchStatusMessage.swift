/// LAUNCH_STATUS: a launch is under way. The real answer follows.
public struct LaunchStatusMessage: CastPayload {
    public static let type = "LAUNCH_STATUS"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(launchRequestID: Int, status: LaunchStatus) {
        fields = JSONObject(type: Self.type)
        self.launchRequestID = launchRequestID
        self.status = status
    }

    /// The request id of the launch; the message has no request id of its own on most devices.
    public var launchRequestID: Int? {
        get { self["launchRequestId"] }
        set { self["launchRequestId"] = newValue }
    }

    /// How far it has come.
    public var status: LaunchStatus? {
        get { self["status"] }
        set { self["status"] = newValue }
    }
}
