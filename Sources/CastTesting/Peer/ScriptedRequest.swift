public import CastWire

/// A message that a ``ScriptedConnection`` received, taken apart.
public struct ScriptedRequest: Sendable, Hashable {
    public var message: CastMessage
    /// The payload; empty when it is binary or no JSON object.
    public var object: JSONObject

    init(_ message: CastMessage) {
        self.message = message
        object = (try? message.jsonObject()) ?? JSONObject()
    }

    /// The message's `type`, or its `responseType`; empty when there is none.
    public var type: String { object.type ?? "" }

    /// The request's id; nil when there is none.
    public var requestID: Int? { object["requestId"].flatMap(Int.init(json:)) }

    /// The answer to this request: ids swapped, same namespace, the request's id added.
    public func reply(_ object: JSONObject) -> CastMessage {
        var object = object
        if let requestID, object["requestId"] == nil { object["requestId"] = .integer(Int64(requestID)) }
        return CastMessage(
            from: message.destinationID,
            to: message.sourceID,
            namespace: message.namespace,
            payload: .text(object.description)
        )
    }
}
