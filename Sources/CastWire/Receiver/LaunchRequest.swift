/// LAUNCH: starts an application, or joins it when it runs already.
///
/// Answered by a ``LaunchStatusMessage`` on newer devices, then by a ``ReceiverStatusMessage`` or a
/// ``LaunchErrorMessage``.
public struct LaunchRequest: CastRequest {
    public static let type = "LAUNCH"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        appID: String,
        language: String? = nil,
        supportedAppTypes: [String]? = nil,
        appParams: JSONObject? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.appID = appID
        self.language = language
        self.supportedAppTypes = supportedAppTypes
        self.appParams = appParams
    }

    /// Which application.
    public var appID: String? {
        get { self["appId"] }
        set { self["appId"] = newValue }
    }

    /// The sender's language (BCP 47), such as `de-CH`.
    public var language: String? {
        get { self["language"] }
        set { self["language"] = newValue }
    }

    /// `WEB`, and `ANDROID_TV` when the sender can talk to an Android TV application.
    public var supportedAppTypes: [String]? {
        get { self["supportedAppTypes"] }
        set { self["supportedAppTypes"] = newValue }
    }

    /// More for the launch, such as `launchCheckerParams` with the sender's credentials.
    public var appParams: JSONObject? {
        get { self["appParams"] }
        set { self["appParams"] = newValue }
    }
}
