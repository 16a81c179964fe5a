// SPDX-License-Identifier: Apache-2.0

/// LOAD: starts a new media session, with one item or a queue.
///
/// It is answered by a ``MediaStatusMessage`` with the same request ID, or by a ``LoadFailedMessage``,
/// ``LoadCancelledMessage`` or ``InvalidRequestMessage``.
public struct LoadRequest: MediaSessionRequest {
    public static let type = "LOAD"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the request. Keys whose value is nil are omitted. Either `media` or a queue with items is required.
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

    /// The media to load. Required unless the queue has items.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// Whether to start playback immediately. Absent means true.
    public var autoplay: Bool? {
        get { self["autoplay"] }
        set { self["autoplay"] = newValue }
    }

    /// The start position, in seconds. For live streams, absent or −1 is the live edge and 0 the start of the seekable
    /// range.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// The playback rate, 0.5…2. Absent means 1.
    public var playbackRate: Double? {
        get { self["playbackRate"] }
        set { self["playbackRate"] = newValue }
    }

    /// The IDs of the tracks to activate. If absent, the receiver chooses.
    public var activeTrackIDs: [Int]? {
        get { self["activeTrackIds"] }
        set { self["activeTrackIds"] = newValue }
    }

    /// The queue to load.
    public var queueData: QueueData? {
        get { self["queueData"] }
        set { self["queueData"] = newValue }
    }

    /// The user's credentials, in an application-defined format.
    public var credentials: String? {
        get { self["credentials"] }
        set { self["credentials"] = newValue }
    }

    /// The source of the credentials, such as `ios`, `android`, `web` or `cloud`.
    public var credentialsType: String? {
        get { self["credentialsType"] }
        set { self["credentialsType"] = newValue }
    }

    /// The credentials for an Android TV application.
    public var atvCredentials: String? {
        get { self["atvCredentials"] }
        set { self["atvCredentials"] = newValue }
    }

    /// The type of ``atvCredentials``.
    public var atvCredentialsType: String? {
        get { self["atvCredentialsType"] }
        set { self["atvCredentialsType"] = newValue }
    }

    /// Options of the load.
    public var loadOptions: LoadOptions? {
        get { self["loadOptions"] }
        set { self["loadOptions"] = newValue }
    }

    /// The application's session ID. Some senders include it; receivers ignore it.
    public var sessionID: String? {
        get { self["sessionId"] }
        set { self["sessionId"] = newValue }
    }
}

/// Options of a load request.
public struct LoadOptions: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(contentFilteringMode: String? = nil) {
        fields = JSONObject()
        self.contentFilteringMode = contentFilteringMode
    }

    /// `FILTER_EXPLICIT`, or absent.
    public var contentFilteringMode: String? {
        get { self["contentFilteringMode"] }
        set { self["contentFilteringMode"] = newValue }
    }
}

/// LOAD_BY_ENTITY: loads the media of a deep link. Sent by voice control.
public struct LoadByEntityRequest: CastRequest {
    public static let type = "LOAD_BY_ENTITY"
    public static let namespace = CastNamespace.commandAndControl

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(entity: String, shuffle: Bool? = nil, customData: JSONValue? = nil) {
        fields = JSONObject(type: Self.type)
        self.entity = entity
        self.shuffle = shuffle
        self.customData = customData
    }

    /// The deep link to the media.
    public var entity: String? {
        get { self["entity"] }
        set { self["entity"] = newValue }
    }

    /// Whether to shuffle the queue.
    public var shuffle: Bool? {
        get { self["shuffle"] }
        set { self["shuffle"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// PRECACHE: lets an application prepare for a load. Usually sent in the broadcast namespace.
public struct PrecacheRequest: MediaSessionRequest {
    public static let type = "PRECACHE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(precacheData: String? = nil, media: MediaInformation? = nil, queueData: QueueData? = nil) {
        fields = JSONObject(type: Self.type)
        self.precacheData = precacheData
        self.media = media
        self.queueData = queueData
    }

    /// Data in an application-defined format.
    public var precacheData: String? {
        get { self["precacheData"] }
        set { self["precacheData"] = newValue }
    }

    /// The media that will be loaded.
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

/// LOAD_CANCELLED: the load was superseded by another one.
public struct LoadCancelledMessage: CastPayload {
    public static let type = "LOAD_CANCELLED"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(itemID: Int? = nil, customData: JSONValue? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.itemID = itemID
        self.customData = customData
        self.requestID = requestID
    }

    /// The ID of the queue item concerned.
    public var itemID: Int? {
        get { self["itemId"] }
        set { self["itemId"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
