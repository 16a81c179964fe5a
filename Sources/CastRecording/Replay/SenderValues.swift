// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The comparison of the values in a sender's message with those of the recorded one.
///
/// Every member counts, except those that differ from session to session: request ids, the ids of senders, and what
/// names the program that sends. Private values, which a recording has as placeholders, count as equal, and so do
/// the addresses of servers in the local network. A member that is null is the same as one that is absent.
struct SenderValues {
    /// A value that differs. The texts have no private values that the recording lacks.
    struct Difference: Hashable {
        /// The path of the member in the payload, such as `media.metadata.title`.
        var member: String
        var recorded: String
        var received: String
    }

    /// The maximum number of differences of a message.
    static let limit = 32
    /// The maximum number of characters of a value in a difference.
    private static let shownLength = 200

    private let isRedacted: Bool
    private var differences: [Difference] = []

    /// Returns the values that differ.
    ///
    /// - Parameter isRedacted: Whether the recording has placeholders.
    static func differences(
        _ recorded: CastMessage,
        _ live: CastMessage,
        _ payloads: (recorded: JSONObject, live: JSONObject)?,
        isRedacted: Bool
    ) -> [Difference] {
        var comparison = SenderValues(isRedacted: isRedacted)
        // The ids of apps are those of the recording, because the device is replayed.
        comparison.compare(.string(recorded.destinationID), .string(live.destinationID), at: "destination", of: "")
        if let payloads {
            comparison.compare(payloads.recorded, payloads.live, at: "")
        } else {
            comparison.compare(recorded.payload, live.payload)
        }
        return comparison.differences
    }

    private init(isRedacted: Bool) {
        self.isRedacted = isRedacted
    }

    private mutating func compare(_ recorded: CastMessage.Payload, _ live: CastMessage.Payload) {
        switch (recorded, live) {
        case (.text(let before), .text(let after)): compare(.string(before), .string(after), at: "payload", of: "")
        case (.binary(let before), .binary(let after)):
            // Redaction keeps only the length.
            guard isRedacted ? before.count != after.count : before != after else { return }
            add(
                "payload",
                "\(before.count) bytes",
                "\(after.count)\(before.count == after.count ? " other" : "") bytes"
            )
        default: add("payload", Self.kind(of: recorded), Self.kind(of: live))
        }
    }

    private static func kind(of payload: CastMessage.Payload) -> String {
        switch payload {
        case .text: "text"
        case .binary: "binary"
        }
    }

    private mutating func compare(_ recorded: JSONObject, _ live: JSONObject, at path: String) {
        var seen: Set<String> = []
        for key in recorded.members.map(\.key) + live.members.map(\.key) {
            guard !Self.excluded.contains(key), seen.insert(key).inserted else { continue }
            let member = path.isEmpty ? key : "\(path).\(key)"
            compare(recorded[key] ?? .null, live[key] ?? .null, at: member, of: key)
        }
    }

    private mutating func compare(_ recorded: JSONValue, _ live: JSONValue, at path: String, of key: String) {
        guard recorded != live, differences.count < Self.limit else { return }
        // `customData` and secrets of any shape are single placeholders.
        let masked = (masked(recorded, of: key), masked(live, of: key))
        guard masked.0 != masked.1 else { return }
        switch (recorded, live) {
        case (.object(let recorded), .object(let live)): return compare(recorded, live, at: path)
        case (.array(let before), .array(let after)) where before.count == after.count:
            for (index, pair) in zip(before, after).enumerated() {
                compare(pair.0, pair.1, at: "\(path).\(index)", of: key)
            }
            return
        default: break
        }
        if let before = recorded.decimal, let after = live.decimal,
            abs(before - after) <= Self.tolerances[key] ?? Self.tolerance
        {
            return
        }
        add(path, Self.text(recorded, masked.0), Self.text(live, masked.1))
    }

    private mutating func add(_ member: String, _ recorded: String, _ received: String) {
        differences.append(Difference(member: member, recorded: recorded, received: received))
    }

    private func masked(_ value: JSONValue, of key: String) -> JSONValue {
        PlaceholderMask.masked(value, of: key, isRedacted: isRedacted)
    }

    private static func text(_ value: JSONValue, _ masked: JSONValue) -> String {
        guard !value.isNull else { return "absent" }
        let text = masked.jsonString
        return text.count <= shownLength ? text : "\(text.prefix(shownLength))…"
    }

    /// The members that a sender chooses anew in each session, and those that name the program.
    private static let excluded: Set = [
        "requestId", "launchRequestId", "request_id", "senderId", "launchingSenderId", "userAgent", "senderInfo",
        "package",
    ]
    /// The difference up to which numbers are equal. Positions depend on the time of the command.
    private static let tolerances = ["currentTime": 0.5, "relativeTime": 0.5, "startTime": 0.5, "level": 0.005]
    private static let tolerance = 0.000_001
}
