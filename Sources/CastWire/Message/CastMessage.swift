/// One message of the CASTV2 protocol: who says what to whom in which namespace.
public struct CastMessage: Sendable, Hashable {
    /// What a message carries.
    public enum Payload: Sendable, Hashable {
        /// Text, JSON in nearly every namespace.
        case text(String)
        /// Bytes: device authentication and some applications' own namespaces.
        case binary([UInt8])
    }

    /// The speaker's id: `sender-0`, `receiver-0`, or the transport id of an application.
    public var sourceID: String
    /// The listener's id; ``broadcastID`` for everyone with a virtual connection to the speaker.
    public var destinationID: String
    public var namespace: CastNamespace
    public var payload: Payload
    /// True when the payload goes on in the next message with the same ids and namespace. Never sent.
    public var isContinued: Bool

    public init(
        from sourceID: String,
        to destinationID: String,
        namespace: CastNamespace,
        payload: Payload,
        isContinued: Bool = false
    ) {
        self.sourceID = sourceID
        self.destinationID = destinationID
        self.namespace = namespace
        self.payload = payload
        self.isContinued = isContinued
    }

    /// A message whose payload is this object as JSON text.
    public init(
        from sourceID: String,
        to destinationID: String,
        namespace: CastNamespace,
        json payload: some WireObject
    ) {
        self.init(from: sourceID, to: destinationID, namespace: namespace, json: payload.fields)
    }

    /// A message whose payload is this object as JSON text.
    public init(from sourceID: String, to destinationID: String, namespace: CastNamespace, json object: JSONObject) {
        self.init(from: sourceID, to: destinationID, namespace: namespace, payload: .text(object.jsonString))
    }

    /// The platform side of a device.
    public static let receiverID = "receiver-0"
    /// The platform side of a sender.
    public static let senderID = "sender-0"
    /// Everyone with a virtual connection to the source.
    public static let broadcastID = "*"

    /// The payload as JSON object.
    ///
    /// - Throws: ``PayloadError`` when the payload is binary, no JSON within ``JSONLimits/payload``, or no object.
    public func jsonObject() throws(PayloadError) -> JSONObject {
        guard case .text(let text) = payload else { throw PayloadError(.notJSON) }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: text)
        } catch {
            throw PayloadError(.notJSON, cause: error)
        }
        guard let object = value.objectValue else { throw PayloadError(.notAnObject) }
        return object
    }
}
