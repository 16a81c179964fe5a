/// LOAD: starts a new media session, with one item or a queue.
///
/// Answered by a ``MediaStatusMessage`` with its request id, by ``LoadFailedMessage``, ``LoadCancelledMessage``
/// or ``InvalidRequestMessage``.
public struct LoadRequest: MediaSessionRequest {
    public static let type = "LOAD"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil; a receiver needs media or a queue with items.
    public init(
        media: MediaInformation? = nil,
        autoplay: Bool? = nil,
        currentTime: Double? = nil,
        playbackRate: Double? = nil,
        activeTrackIDs: [Int]? = nil,
        queueData: QueueData? = nil,
        credentials: String? = nil,
        credentialsType: String? = nil,
        atvCredentials: String? = nil,
        atvCredentialsType: String? = nil,
        loadOptions: LoadOptions? = nil,
        sessionID: String? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.media = media
        self.autoplay = autoplay
        self.currentTime = currentTime
        self.playbackRate = playbackRate
        self.activeTrackIDs = activeTrackIDs
        self.queueData = queueData
        self.credentials = credentials
        self.credentialsType = credentialsType
        self.atvCredentials = atvCredentials
        self.atvCredentialsType = atvCredentialsType
        self.loadOptions = loadOptions
        self.sessionID = sessionID
    }

    /// What to play; needed unless the queue has items.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// Whether it plays at once; true when absent.
    public var autoplay: Bool? {
        get { self["autoplay"] }
        set { self["autoplay"] = newValue }
    }

    /// Where to begin, in seconds. Live: absent or −1 is the live edge, 0 the oldest point.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// 0.5…2; 1 when absent.
    public var playbackRate: Double? {
        get { self["playbackRate"] }
        set { self["playbackRate"] = newValue }
    }

    /// The tracks to use; absent: the receiver chooses.
    public var activeTrackIDs: [Int]? {
        get { self["activeTrackIds"] }
        set { self["activeTrackIds"] = newValue }
    }

    /// Makes it a queue.
    public var queueData: QueueData? {
        get { self["queueData"] }
        set { self["queueData"] = newValue }
    }

    /// Who the user is, in the application's own form.
    public var credentials: String? {
        get { self["credentials"] }
        set { self["credentials"] = newValue }
    }

    /// Where the credentials come from, such as `ios`, `android`, `web`, `cloud`.
    public var credentialsType: String? {
        get { self["credentialsType"] }
        set { self["credentialsType"] = newValue }
    }

    /// Credentials for an Android TV application.
    public var atvCredentials: String? {
        get { self["atvCredentials"] }
        set { self["atvCredentials"] = newValue }
    }

    /// Their type.
    public var atvCredentialsType: String? {
        get { self["atvCredentialsType"] }
        set { self["atvCredentialsType"] = newValue }
    }

    /// How to load.
    public var loadOptions: LoadOptions? {
        get { self["loadOptions"] }
        set { self["loadOptions"] = newValue }
    }

    /// The application's session; some senders add it, receivers ignore it.
    public var sessionID: String? {
        get { self["sessionId"] }
        set { self["sessionId"] = newValue }
    }
}
