/// USER_ACTION: a person likes, follows, flags what is played.
public struct UserActionRequest: MediaSessionRequest {
    public static let type = "USER_ACTION"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        mediaSessionID: Int,
        userAction: UserAction,
        userActionContext: UserActionContext? = nil,
        clear: Bool? = nil,
        source: String? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.userAction = userAction
        self.userActionContext = userActionContext
        self.clear = clear
        self.source = source
    }

    /// What they did.
    public var userAction: UserAction? {
        get { self["userAction"] }
        set { self["userAction"] = newValue }
    }

    /// What it is about.
    public var userActionContext: UserActionContext? {
        get { self["userActionContext"] }
        set { self["userActionContext"] = newValue }
    }

    /// True takes the action back.
    public var clear: Bool? {
        get { self["clear"] }
        set { self["clear"] = newValue }
    }

    /// Where it came from.
    public var source: String? {
        get { self["source"] }
        set { self["source"] = newValue }
    }
}
