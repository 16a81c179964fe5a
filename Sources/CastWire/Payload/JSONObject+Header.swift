extension JSONObject {
    /// An object that starts with its message type.
    init(type: String) {
        self.init(uniqueMembers: [Member(key: "type", value: .string(type))])
    }

    /// What the message is: its `type`, or `responseType`, which answers about app availability and some
    /// receivers' media statuses have instead.
    public var messageType: String? {
        self["type"]?.stringValue ?? self["responseType"]?.stringValue
    }

    /// The id that joins request and answer, also from `1.0` and `"1"`; 0 counts as 0, and nobody asked then.
    ///
    /// The setup namespace spells its key `request_id`.
    public var requestID: Int? {
        (self["requestId"] ?? self["request_id"]).flatMap(Int.init(json:))
    }

    /// The id of the launch that a LAUNCH_STATUS is about.
    public var launchRequestID: Int? {
        self["launchRequestId"].flatMap(Int.init(json:))
    }
}
