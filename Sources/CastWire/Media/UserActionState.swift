/// What a person did about the media, such as liking it.
public struct UserActionState: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(userAction: UserAction, customData: JSONValue? = nil) {
        fields = JSONObject()
        self.userAction = userAction
        self.customData = customData
    }

    /// What they did.
    public var userAction: UserAction? {
        get { self["userAction"] }
        set { self["userAction"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
