/// MEDIA_STATUS: the media sessions of an application, as an answer or because something changed.
public struct MediaStatusMessage: CastPayload {
    public static let type = "MEDIA_STATUS"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    public init(statuses: [MediaStatus], requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.statuses = statuses
        self.requestID = requestID
    }

    /// The media sessions, normally one; empty when there is none.
    ///
    /// Read as tolerantly as receivers write: a `status` that is missing or no list means that there is no session,
    /// and a message that has the keys of a status itself counts as one.
    public var statuses: [MediaStatus] {
        get {
            if let status = fields["status"] { return [MediaStatus](json: status) ?? [] }
            let isStatus = fields["playerState"] != nil || fields["mediaSessionId"] != nil
            return isStatus ? [MediaStatus(fields: fields)] : []
        }
        set { self["status"] = newValue }
    }
}
