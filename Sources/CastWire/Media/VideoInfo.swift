/// The picture that is shown.
public struct VideoInfo: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(width: Int? = nil, height: Int? = nil, hdrType: HDRType? = nil) {
        fields = JSONObject()
        self.width = width
        self.height = height
        self.hdrType = hdrType
    }

    /// Pixels.
    public var width: Int? {
        get { self["width"] }
        set { self["width"] = newValue }
    }

    /// Pixels.
    public var height: Int? {
        get { self["height"] }
        set { self["height"] = newValue }
    }

    /// Its dynamic range.
    public var hdrType: HDRType? {
        get { self["hdrType"] }
        set { self["hdrType"] = newValue }
    }
}
