/// The break that is going on.
public struct BreakStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        breakID: String? = nil,
        breakClipID: String? = nil,
        currentBreakTime: Double? = nil,
        currentBreakClipTime: Double? = nil,
        whenSkippable: Double? = nil
    ) {
        fields = JSONObject()
        self.breakID = breakID
        self.breakClipID = breakClipID
        self.currentBreakTime = currentBreakTime
        self.currentBreakClipTime = currentBreakClipTime
        self.whenSkippable = whenSkippable
    }

    /// Which break.
    public var breakID: String? {
        get { self["breakId"] }
        set { self["breakId"] = newValue }
    }

    /// Which clip of it.
    public var breakClipID: String? {
        get { self["breakClipId"] }
        set { self["breakClipId"] = newValue }
    }

    /// Position in the break, in seconds.
    public var currentBreakTime: Double? {
        get { self["currentBreakTime"] }
        set { self["currentBreakTime"] = newValue }
    }

    /// Position in the clip, in seconds.
    public var currentBreakClipTime: Double? {
        get { self["currentBreakClipTime"] }
        set { self["currentBreakClipTime"] = newValue }
    }

    /// Position in the clip from which it may be skipped, in seconds.
    public var whenSkippable: Double? {
        get { self["whenSkippable"] }
        set { self["whenSkippable"] = newValue }
    }
}
