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
    mutating func learn(_ recorded: CastMessage, _ live: CastMessage, _ payloads: (JSONObject, JSONObject)?) {
        learn(recorded.sourceID, live.sourceID)
        if recorded.destinationID != CastMessage.broadcastID { learn(recorded.destinationID, live.destinationID) }
        if let payloads { learn(.object(payloads.0), .object(payloads.1), of: "") }
    }

    /// Returns an endpoint of the live session.
    func live(endpoint: String) -> String { texts[endpoint] ?? endpoint }

    /// Returns a recorded payload with the ids of the live session.
    func live(_ object: JSONObject) -> JSONObject {
        JSONObject(object.members.map { ($0.key, live($0.value, of: $0.key)) })
    }

    private mutating func learn(_ recorded: String, _ live: String) {
        guard recorded != live, texts.count < Self.limit else {
            if recorded == live { texts[recorded] = nil }
            return
        }
        texts[recorded] = live
    }

    private mutating func learn(_ recorded: JSONValue, _ live: JSONValue, of key: String) {
        switch (recorded, live) {
        case (.object(let recorded), .object(let live)):
            for member in recorded.members {
                if let other = live[member.key] { learn(member.value, other, of: member.key) }
            }
        case (.array(let recorded), .array(let live)):
            for (recorded, live) in zip(recorded, live) { learn(recorded, live, of: key) }
        case (.string(let recorded), .string(let live)):
            if Self.textKeys.contains(key) { learn(recorded, live) }
        case (.integer(let recorded), .integer(let live)):
            guard let space = Self.numberSpaces[key], numbers[space]?.count ?? 0 < Self.limit else { return }
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

/// The members by which a status differs in a way that users notice. Others depend on time and on the network.
enum DecisiveMembers {
    /// Returns the decisive members of a payload that differ.
    static func differences(
        _ recorded: JSONObject,
        _ live: JSONObject
    ) -> [(member: String, recorded: String, received: String)] {
        let (recorded, live) = (facts(recorded), facts(live))
        return Set(recorded.keys).union(live.keys).sorted().compactMap { member in
            let (before, after) = (recorded[member] ?? "absent", live[member] ?? "absent")
            return before == after ? nil : (member, before, after)
        }
    }

    private static func facts(_ payload: JSONObject) -> [String: String] {
        var facts: [String: String] = [:]
        for key in ["reason", "detailedErrorCode", "responseCode"] { facts[key] = payload[key]?.jsonString }
        switch payload["status"] {
        case .array(let sessions):
            facts["status.count"] = String(sessions.count)
            for (index, session) in sessions.prefix(16).enumerated() {
                for key in ["playerState", "idleReason", "repeatMode", "playbackRate"] {
                    facts["status.\(index).\(key)"] = session[key]?.jsonString
                }
                let volume = session["volume"]
                for key in ["level", "muted"] { facts["status.\(index).volume.\(key)"] = number(volume?[key]) }
            }
        case .object(let status):
            let apps = status["applications"]?.arrayValue ?? []
            facts["status.applications"] = apps.prefix(16).map { $0["appId"]?.stringValue ?? "?" }.joined(
                separator: " "
            )
            for key in ["level", "muted"] { facts["status.volume.\(key)"] = number(status["volume"]?[key]) }
        default: break
        }
        return facts
    }

    /// Devices round volumes differently, and `1` and `1.0` are the same.
    private static func number(_ value: JSONValue?) -> String? {
        switch value {
        case .integer(let number): rounded(Double(number))
        case .number(let number): rounded(number)
        default: value?.jsonString
        }
    }

    private static func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
