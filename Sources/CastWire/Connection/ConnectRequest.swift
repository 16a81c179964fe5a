/// CONNECT: opens a virtual connection between the message's source and destination.
///
/// Nothing answers it, except for a ``ConnectedReply`` when a protocol version was given. Connecting twice is
/// harmless.
public struct ConnectRequest: CastRequest {
    public static let type = "CONNECT"
    public static let namespace = CastNamespace.connection

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(userAgent: String? = nil, connectionType: VirtualConnectionType? = nil, senderInfo: SenderInfo? = nil) {
        fields = JSONObject(type: Self.type)
        origin = JSONObject()
        self.userAgent = userAgent
        self.connectionType = connectionType
        self.senderInfo = senderInfo
    }

    /// Free text about the sender, shown to applications.
    public var userAgent: String? {
        get { self["userAgent"] }
        set { self["userAgent"] = newValue }
    }

    /// How much the connection counts; absent means strong.
    public var connectionType: VirtualConnectionType? {
        get { self["connType"] }
        set { self["connType"] = newValue }
    }

    /// What the sender says about itself.
    public var senderInfo: SenderInfo? {
        get { self["senderInfo"] }
        set { self["senderInfo"] = newValue }
    }

    /// An empty object in every known sender.
    public var origin: JSONObject? {
        get { self["origin"] }
        set { self["origin"] = newValue }
    }

    /// The version that the sender wants, 0…3.
    public var protocolVersion: Int? {
        get { self["protocolVersion"] }
        set { self["protocolVersion"] = newValue }
    }

    /// The versions that the sender speaks, 0…3 each; the highest common one wins.
    public var protocolVersionList: [Int]? {
        get { self["protocolVersionList"] }
        set { self["protocolVersionList"] = newValue }
    }

    /// Name of the sending Android application.
    public var package: String? {
        get { self["package"] }
        set { self["package"] = newValue }
    }

    /// True when `connType` is there but is none that exists; a device closes the socket then.
    public var hasInvalidConnectionType: Bool {
        guard let value = fields["connType"], !value.isNull else { return false }
        return VirtualConnectionType(json: value) == nil
    }
}
