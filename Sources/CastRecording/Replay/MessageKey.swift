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

/// The ids of a live session for the ids of a recorded one.
///
/// Both sides choose ids that differ from session to session: senders their own ids and request ids, devices session
/// ids, transport ids, media session ids and item ids. Pairs are learned from messages that match.
struct ReplayIDs {
    private var texts: [String: String] = [:]
    private var numbers: [String: [Int64: Int64]] = [:]
    /// A bound for hostile messages.
    private static let limit = 10_000

    /// Records the pairs of ids in two messages that match.
    ///
    /// - Parameter isCertain: Whether the messages are certain to be the same step of the session, as answers to the
    ///   same request are. Pairs from other messages do not replace known ones.
    mutating func learn(
        _ recorded: CastMessage,
        _ live: CastMessage,
        _ payloads: (JSONObject, JSONObject)?,
        isCertain: Bool
    ) {
        learn(recorded.sourceID, live.sourceID, isCertain)
        if recorded.destinationID != CastMessage.broadcastID {
            learn(recorded.destinationID, live.destinationID, isCertain)
        }
        if let payloads { learn(.object(payloads.0), .object(payloads.1), of: "", isCertain) }
    }

    /// Returns an endpoint of the live session.
    func live(endpoint: String) -> String { texts[endpoint] ?? endpoint }

    /// Returns a recorded payload with the ids of the live session.
    func live(_ object: JSONObject) -> JSONObject {
        JSONObject(object.members.map { ($0.key, live($0.value, of: $0.key)) })
    }

    private mutating func learn(_ recorded: String, _ live: String, _ isCertain: Bool) {
        guard isCertain || texts[recorded] == nil, texts[recorded] != nil || texts.count < Self.limit else { return }
        texts[recorded] = live
    }

    private mutating func learn(_ recorded: JSONValue, _ live: JSONValue, of key: String, _ isCertain: Bool) {
        switch (recorded, live) {
        case (.object(let recorded), .object(let live)):
            for member in recorded.members {
                if let other = live[member.key] { learn(member.value, other, of: member.key, isCertain) }
            }
        case (.array(let recorded), .array(let live)):
            for (recorded, live) in zip(recorded, live) { learn(recorded, live, of: key, isCertain) }
        case (.string(let recorded), .string(let live)):
            if Self.textKeys.contains(key) { learn(recorded, live, isCertain) }
        case (.integer(let recorded), .integer(let live)):
            guard let space = Self.numberSpaces[key] else { return }
            let known = numbers[space]?[recorded]
            guard isCertain || known == nil, known != nil || numbers[space]?.count ?? 0 < Self.limit else { return }
            numbers[space, default: [:]][recorded] = live
        default: break
        }
    }

    private func live(_ value: JSONValue, of key: String) -> JSONValue {
        switch value {
        case .object(let object): .object(live(object))
        case .array(let elements): .array(elements.map { live($0, of: key) })
        case .string(let text): .string(Self.textKeys.contains(key) ? texts[text] ?? text : text)
        case .integer(let number):
            .integer(Self.numberSpaces[key].flatMap { numbers[$0]?[number] } ?? number)
        case .number, .bool, .null: value
        }
    }

    /// The members with ids, and those with URLs, which redaction changed.
    private static let textKeys: Set = [
        "sessionId", "transportId", "senderId", "deviceId", "launchingSenderId", "contentId", "contentUrl", "url",
        "entity",
    ]
    /// The members with numbers that a device chose, and what they count.
    private static let numberSpaces = [
        "mediaSessionId": "media", "itemId": "item", "itemIds": "item", "currentItemId": "item",
        "loadingItemId": "item",
        "preloadedItemId": "item", "insertBefore": "item",
    ]
}
