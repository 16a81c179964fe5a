/// A picture by its address.
public struct Image: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(url: String, width: Int? = nil, height: Int? = nil) {
        fields = JSONObject()
        self.url = url
        self.width = width
        self.height = height
    }

    /// Where it is.
    public var url: String? {
        get { self["url"] }
        set { self["url"] = newValue }
    }

    /// Pixels; 0 where unknown.
    public var width: Int? {
        get { self["width"] }
        set { self["width"] = newValue }
    }

    /// Pixels; 0 where unknown.
    public var height: Int? {
        get { self["height"] }
        set { self["height"] = newValue }
    }

    /// From an object, or from the plain address that VLC sends in its place.
    public init?(json: JSONValue) {
        switch json {
        case .object(let fields): self.init(fields: fields)
        case .string(let url): self.init(url: url)
        default: return nil
        }
    }
}
