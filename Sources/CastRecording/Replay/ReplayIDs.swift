// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The values of a live session for those of a recorded one.
///
/// Both sides choose ids that differ from session to session: senders their own ids and request ids, devices session
/// ids, transport ids, media session ids and item ids. A replay keeps the ids that it sends itself, and learns those of
/// the peer from messages that match. Senders on different connections can have the same id.
struct ReplayIDs {
    private let role: ReplayRole
    private var texts: [String: String] = [:]
    private var numbers: [String: [Int64: Int64]] = [:]
    /// The ids of the senders of each conversation.
    private var senders: [Int: [String: String]] = [:]
    /// A bound for hostile messages.
    private static let limit = 10_000

    init(of role: ReplayRole) {
        self.role = role
    }

    /// Records the pairs of values in two messages that match.
    ///
    /// - Parameters:
    ///   - conversation: The number of the connection.
    ///   - isCertain: Whether the messages are certain to be the same step of the session, as answers to the same
    ///     request are. Pairs from other messages do not replace known ones.
    mutating func learn(
        _ recorded: CastMessage,
        _ live: CastMessage,
        _ payloads: (JSONObject, JSONObject)?,
        on conversation: Int,
        isCertain: Bool
    ) {
        switch role {
        case .device:
            guard senders[conversation]?.count ?? 0 < Self.limit else { break }
            senders[conversation, default: [:]][recorded.sourceID] = live.sourceID
        case .sender: learn(recorded.sourceID, live.sourceID, isCertain)
        }
        if let payloads { learn(.object(payloads.0), .object(payloads.1), of: "", isCertain) }
    }

    /// Returns an endpoint of the live session.
    func live(endpoint: String, on conversation: Int) -> String {
        senders[conversation]?[endpoint] ?? texts[endpoint] ?? endpoint
    }

    /// Returns a recorded payload with the values of the live session.
    func live(_ object: JSONObject, on conversation: Int) -> JSONObject {
        JSONObject(object.members.map { ($0.key, live($0.value, of: $0.key, on: conversation)) })
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
            let isLearned = Self.urlKeys.contains(key) || role == .sender && Self.deviceKeys.contains(key)
            if isLearned { learn(recorded, live, isCertain) }
        case (.integer(let recorded), .integer(let live)):
            guard role == .sender, let space = Self.numberSpaces[key] else { return }
            let known = numbers[space]?[recorded]
            guard isCertain || known == nil, known != nil || numbers[space]?.count ?? 0 < Self.limit else { return }
            numbers[space, default: [:]][recorded] = live
        default: break
        }
    }

    private func live(_ value: JSONValue, of key: String, on conversation: Int) -> JSONValue {
        switch value {
        case .object(let object): .object(live(object, on: conversation))
        case .array(let elements): .array(elements.map { live($0, of: key, on: conversation) })
        case .string(let text): .string(live(text, of: key, on: conversation))
        case .integer(let number):
            .integer(Self.numberSpaces[key].flatMap { numbers[$0]?[number] } ?? number)
        case .number, .bool, .null: value
        }
    }

    private func live(_ text: String, of key: String, on conversation: Int) -> String {
        if Self.senderKeys.contains(key) { return senders[conversation]?[text] ?? text }
        return Self.urlKeys.contains(key) || Self.deviceKeys.contains(key) ? texts[text] ?? text : text
    }

    /// The members with the ids of senders.
    private static let senderKeys: Set = ["senderId", "launchingSenderId"]
    /// The members with ids that a device chose.
    private static let deviceKeys: Set = ["sessionId", "transportId", "deviceId"]
    /// The members with URLs, which redaction changed.
    private static let urlKeys: Set = ["contentId", "contentUrl", "url", "entity"]
    /// The members with numbers that a device chose, and what they count.
    private static let numberSpaces = [
        "mediaSessionId": "media", "itemId": "item", "itemIds": "item", "currentItemId": "item",
        "loadingItemId": "item", "preloadedItemId": "item", "insertBefore": "item",
    ]
}
