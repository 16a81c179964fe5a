/// PRECACHE: lets an application prepare for a load, usually through the broadcast namespace.
public struct PrecacheRequest: MediaSessionRequest {
    public static let type = "PRECACHE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(precacheData: String? = nil, media: MediaInformation? = nil, queueData: QueueData? = nil) {
        fields = JSONObject(type: Self.type)
        self.precacheData = precacheData
        self.media = media
        self.queueData = queueData
    }

    /// In the application's own form.
    public var precacheData: String? {
        get { self["precacheData"] }
        set { self["precacheData"] = newValue }
    }

    /// What will be loaded.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// The queue that will be loaded.
    public var queueData: QueueData? {
        get { self["queueData"] }
        set { self["queueData"] = newValue }
    }
}
