/// SET_CREDENTIALS: tells an application who the user is.
public struct SetCredentialsRequest: CastRequest {
    public static let type = "SET_CREDENTIALS"
    public static let namespace = CastNamespace.commandAndControl

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(credentials: String, credentialsType: String? = nil, forRequest: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.credentials = credentials
        self.credentialsType = credentialsType
        self.forRequest = forRequest
    }

    /// In the application's own form.
    public var credentials: String? {
        get { self["credentials"] }
        set { self["credentials"] = newValue }
    }

    /// Where they come from.
    public var credentialsType: String? {
        get { self["credentialsType"] }
        set { self["credentialsType"] = newValue }
    }

    /// The request that asked for them.
    public var forRequest: Int? {
        get { self["forRequest"] }
        set { self["forRequest"] = newValue }
    }
}
