/// What another device needs to go on playing.
public struct SessionState: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(loadRequestData: LoadRequest? = nil, customData: JSONValue? = nil) {
        fields = JSONObject()
        self.loadRequestData = loadRequestData
        self.customData = customData
    }

    /// What to load.
    public var loadRequestData: LoadRequest? {
        get { self["loadRequestData"] }
        set { self["loadRequestData"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
