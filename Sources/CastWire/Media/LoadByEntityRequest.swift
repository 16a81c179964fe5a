/// LOAD_BY_ENTITY: plays what a deep link names, from voice control.
public struct LoadByEntityRequest: CastRequest {
    public static let type = "LOAD_BY_ENTITY"
    public static let namespace = CastNamespace.commandAndControl

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(entity: String, shuffle: Bool? = nil, customData: JSONValue? = nil) {
        fields = JSONObject(type: Self.type)
        self.entity = entity
        self.shuffle = shuffle
        self.customData = customData
    }

    /// The deep link.
    public var entity: String? {
        get { self["entity"] }
        set { self["entity"] = newValue }
    }

    /// Whether in random order.
    public var shuffle: Bool? {
        get { self["shuffle"] }
        set { self["shuffle"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
