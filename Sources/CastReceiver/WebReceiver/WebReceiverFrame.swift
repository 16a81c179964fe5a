import CastWire

/// One frame of the platform's socket: what is said, in which namespace, by or to whom (web receiver IPC, transport).
struct WebReceiverFrame: Sendable, Hashable {
    /// The device itself, as the other end of a page's socket.
    static let systemSender = "SystemSender"
    static let systemNamespace: CastNamespace = "urn:x-cast:com.google.cast.system"
    /// Every sender.
    static let broadcastID = "*:*"
    /// A frame carries a payload of at most 64 KiB as a JSON string, each byte of which may take six.
    static let limits = JSONLimits(bytes: 512 * 1024, values: 16)
    /// A payload is at most as large as a frame of a sender's socket.
    static let dataLimit = 65_536

    var namespace: CastNamespace
    /// From the platform: who said it. From the page: whom it is for.
    var senderID: String
    /// Text, JSON most of the time.
    var data: String

    init(_ namespace: CastNamespace, _ senderID: String, _ data: String) {
        self.namespace = namespace
        self.senderID = senderID
        self.data = data
    }

    /// A message of the device itself.
    init(system object: JSONObject) {
        self.init(Self.systemNamespace, Self.systemSender, object.jsonString)
    }

    /// Nil for what is no frame: any of the three missing, empty, no text, or larger than a payload may be.
    init?(parsing text: String) {
        guard let object = (try? JSONValue(parsing: text, limits: Self.limits))?.objectValue,
            let namespace = object["namespace"]?.stringValue, !namespace.isEmpty,
            let senderID = object["senderId"]?.stringValue, !senderID.isEmpty,
            let data = object["data"]?.stringValue, !data.isEmpty,
            data.utf8.count <= Self.dataLimit
        else { return nil }
        self.init(CastNamespace(namespace), senderID, data)
    }

    var text: String {
        let object: JSONObject = [
            "namespace": .string(namespace.rawValue), "senderId": .string(senderID), "data": .string(data),
        ]
        return object.jsonString
    }

    /// The payload as JSON object, if it is one.
    var object: JSONObject? { (try? JSONValue(parsing: data))?.objectValue }
}
