/// Where in a live stream can be played, on the axis of ``MediaStatus/currentTime``.
public struct LiveSeekableRange: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(start: Double? = nil, end: Double? = nil, isMovingWindow: Bool? = nil, isLiveDone: Bool? = nil) {
        fields = JSONObject()
        self.start = start
        self.end = end
        self.isMovingWindow = isMovingWindow
        self.isLiveDone = isLiveDone
    }

    /// Seconds.
    public var start: Double? {
        get { self["start"] }
        set { self["start"] = newValue }
    }

    /// Seconds; the live edge.
    public var end: Double? {
        get { self["end"] }
        set { self["end"] = newValue }
    }

    /// True when the start moves on too.
    public var isMovingWindow: Bool? {
        get { self["isMovingWindow"] }
        set { self["isMovingWindow"] = newValue }
    }

    /// True when the stream has ended and the range stands.
    public var isLiveDone: Bool? {
        get { self["isLiveDone"] }
        set { self["isLiveDone"] = newValue }
    }
}
