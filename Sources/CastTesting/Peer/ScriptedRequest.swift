// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// A message that a ``ScriptedConnection`` received, with its parsed payload.
public struct ScriptedRequest: Sendable, Hashable {
    /// The received message.
    public var message: CastMessage
    /// The payload; empty if it is binary or not a JSON object.
    public var object: JSONObject

    init(_ message: CastMessage) {
        self.message = message
        object = (try? message.jsonObject()) ?? JSONObject()
    }

    /// The `type` or `responseType` of the message; empty if it has none.
    public var type: String { object.type ?? "" }

    /// The request ID; nil if there is none.
    public var requestID: Int? { object["requestId"].flatMap(Int.init(json:)) }

    /// Returns a reply to this request: source and destination swapped, the same namespace, the request ID added.
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
