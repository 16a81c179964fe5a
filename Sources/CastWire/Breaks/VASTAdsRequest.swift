/// Where advertisements come from (VAST and VMAP).
public struct VASTAdsRequest: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(adTagURL: String? = nil, adsResponse: String? = nil) {
        fields = JSONObject()
        self.adTagURL = adTagURL
        self.adsResponse = adsResponse
    }

    /// Address of the description.
    public var adTagURL: String? {
        get { self["adTagUrl"] }
        set { self["adTagUrl"] = newValue }
    }

    /// The description itself.
    public var adsResponse: String? {
        get { self["adsResponse"] }
        set { self["adsResponse"] = newValue }
    }
}
