// SPDX-License-Identifier: Apache-2.0

import CastWire

/// What a message must have in common with a recorded one to match it.
struct MessageKey: Hashable {
    /// The kind of an endpoint. Ids differ from session to session.
    enum Destination: Hashable {
        case platform
        case everyone
        case other
    }

    var namespace: CastNamespace
    var type: String
    var destination: Destination
    /// The request that the message answers; nil for messages of senders, and for messages that answer nothing.
    var answeredRequest: Int64?

    init(_ message: CastMessage, _ payload: JSONObject?, answeredRequest: Int64?) {
        namespace = message.namespace
        type = Self.type(of: message, payload)
        destination =
            switch message.destinationID {
            case CastMessage.receiverID: .platform
            case CastMessage.broadcastID: .everyone
            default: .other
            }
        self.answeredRequest = answeredRequest
    }

    /// Whether a type is the one of messages that refuse a request.
    static func isRefusal(_ type: String) -> Bool {
        type.hasPrefix("INVALID_") || ["_ERROR", "_FAILED", "_CANCELLED"].contains { type.hasSuffix($0) }
            || type == "ERROR"
    }

    /// The type of a message for users and for comparison. The reply to an app availability request has only a
    /// `responseType`.
    static func type(of message: CastMessage) -> String {
        type(of: message, try? message.jsonObject())
    }

    private static func type(of message: CastMessage, _ payload: JSONObject?) -> String {
        if let type = (payload?["type"] ?? payload?["responseType"])?.stringValue { return type }
        switch message.payload {
        case .binary: return "binary"
        case .text: return payload == nil ? "text" : "object"
        }
    }
}
