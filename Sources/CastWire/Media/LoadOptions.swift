/// How to load.
public struct LoadOptions: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
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
