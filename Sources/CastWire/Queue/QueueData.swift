/// A queue, or what is known of one. Statuses leave the items out.
public struct QueueData: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        items: [QueueItem]? = nil,
        startIndex: Int? = nil,
        startTime: Double? = nil,
        repeatMode: RepeatMode? = nil,
        shuffle: Bool? = nil,
        queueType: QueueType? = nil,
        name: String? = nil,
        id: String? = nil
    ) {
        fields = JSONObject()
        self.items = items
        self.startIndex = startIndex
        self.startTime = startTime
        self.repeatMode = repeatMode
        self.shuffle = shuffle
        self.queueType = queueType
        self.name = name
        self.id = id
    }

    /// The application's id.
    public var id: String? {
        get { self["id"] }
        set { self["id"] = newValue }
    }

    /// For people.
    public var name: String? {
        get { self["name"] }
        set { self["name"] = newValue }
    }

    /// For people.
    public var description: String? {
        get { self["description"] }
        set { self["description"] = newValue }
    }

    /// Deep link.
    public var entity: String? {
        get { self["entity"] }
        set { self["entity"] = newValue }
    }

    /// What it is.
    public var queueType: QueueType? {
        get { self["queueType"] }
        set { self["queueType"] = newValue }
    }

    /// What happens at its end.
    public var repeatMode: RepeatMode? {
        get { self["repeatMode"] }
        set { self["repeatMode"] = newValue }
    }

    /// Whether the order is random.
    public var shuffle: Bool? {
        get { self["shuffle"] }
        set { self["shuffle"] = newValue }
    }

    /// The item to begin with, from 0.
    public var startIndex: Int? {
        get { self["startIndex"] }
        set { self["startIndex"] = newValue }
    }

    /// Where in that item, in seconds.
    public var startTime: Double? {
        get { self["startTime"] }
        set { self["startTime"] = newValue }
    }

    /// The items.
    public var items: [QueueItem]? {
        get { self["items"] }
        set { self["items"] = newValue }
    }

    /// What it is, for people.
    public var containerMetadata: ContainerMetadata? {
        get { self["containerMetadata"] }
        set { self["containerMetadata"] = newValue }
    }

    /// Anything; travels unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
