/// QUEUE_LOAD: starts a new media session with a queue. ``LoadRequest`` with queue data is the newer form.
public struct QueueLoadRequest: MediaSessionRequest {
    public static let type = "QUEUE_LOAD"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        items: [QueueItem],
        startIndex: Int? = nil,
        repeatMode: RepeatMode? = nil,
        currentTime: Double? = nil,
        queueType: QueueType? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.items = items
        self.startIndex = startIndex
        self.repeatMode = repeatMode
        self.currentTime = currentTime
        self.queueType = queueType
    }

    /// The items, without item ids.
    public var items: [QueueItem] {
        get { self["items"] ?? [] }
        set { self["items"] = newValue }
    }

    /// The item to begin with, from 0.
    public var startIndex: Int? {
        get { self["startIndex"] }
        set { self["startIndex"] = newValue }
    }

    /// What happens at the end.
    public var repeatMode: RepeatMode? {
        get { self["repeatMode"] }
        set { self["repeatMode"] = newValue }
    }

    /// Where in the first item, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// What the queue is.
    public var queueType: QueueType? {
        get { self["queueType"] }
        set { self["queueType"] = newValue }
    }
}
