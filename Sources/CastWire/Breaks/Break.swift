/// An interruption of the content, for advertisements.
public struct Break: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        id: String,
        breakClipIDs: [String],
        position: Double? = nil,
        duration: Double? = nil,
        isWatched: Bool? = nil,
        isEmbedded: Bool? = nil,
        expanded: Bool? = nil
    ) {
        fields = JSONObject()
        self.id = id
        self.breakClipIDs = breakClipIDs
        self.position = position
        self.duration = duration
        self.isWatched = isWatched
        self.isEmbedded = isEmbedded
        self.expanded = expanded
    }

    /// Unique within the media.
    public var id: String? {
        get { self["id"] }
        set { self["id"] = newValue }
    }

    /// What is shown, in order.
    public var breakClipIDs: [String] {
        get { self["breakClipIds"] ?? [] }
        set { self["breakClipIds"] = newValue }
    }

    /// Where in the content, in seconds; 0 before it, −1 after it.
    public var position: Double? {
        get { self["position"] }
        set { self["position"] = newValue }
    }

    /// Seconds.
    public var duration: Double? {
        get { self["duration"] }
        set { self["duration"] = newValue }
    }

    /// True once it has begun.
    public var isWatched: Bool? {
        get { self["isWatched"] }
        set { self["isWatched"] = newValue }
    }

    /// True when it is part of the content's own stream.
    public var isEmbedded: Bool? {
        get { self["isEmbedded"] }
        set { self["isEmbedded"] = newValue }
    }

    /// True when it takes time of the content's axis.
    public var expanded: Bool? {
        get { self["expanded"] }
        set { self["expanded"] = newValue }
    }
}
