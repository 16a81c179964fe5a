/// CONNECTED: the answer to a CONNECT that named protocol versions.
public struct ConnectedReply: CastPayload {
    public static let type = "CONNECTED"
    public static let namespace = CastNamespace.connection

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The message with these keys.
    public init(protocolVersion: Int) {
        fields = JSONObject(type: Self.type)
        self.protocolVersion = protocolVersion
    }

    /// The highest version that both ends speak, 0…3.
    public var protocolVersion: Int? {
        get { self["protocolVersion"] }
        set { self["protocolVersion"] = newValue }
    }
}
