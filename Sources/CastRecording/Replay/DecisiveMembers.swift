// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The members by which a message of a device differs in a way that users notice. Others depend on time, on the network
/// and on the model of the device.
struct DecisiveMembers {
    /// What a message says in a member.
    private struct Fact {
        var text: String
        /// The value if numbers that are this close to it are equal.
        var number: (value: Double, tolerance: Double)?
        /// Whether the member is compared only if both messages have it, because devices omit it at times.
        var isOptional = false
    }

    private var facts: [String: Fact] = [:]

    /// Returns the decisive members of a payload that differ.
    ///
    /// - Parameter request: The type of the request that both messages answer; nil if they answer none.
    static func differences(
        _ recorded: JSONObject,
        _ live: JSONObject,
        answering request: String?
    ) -> [(member: String, recorded: String, received: String)] {
        let recorded = DecisiveMembers(recorded, answering: request).facts
        let live = DecisiveMembers(live, answering: request).facts
        return Set(recorded.keys).union(live.keys).sorted().compactMap { member in
            let (before, after) = (recorded[member], live[member])
            if let before, let after {
                if let first = before.number, let second = after.number {
                    if abs(first.value - second.value) <= first.tolerance { return nil }
                } else if before.text == after.text {
                    return nil
                }
            } else if before?.isOptional ?? true, after?.isOptional ?? true {
                return nil
            }
            return (member, before?.text ?? "absent", after?.text ?? "absent")
        }
    }

    private init(_ payload: JSONObject, answering request: String?) {
        for key in ["reason", "detailedErrorCode", "responseCode"] { add(key, payload[key]?.jsonString) }
        switch payload["status"] {
        case .array(let sessions):
            add("status.count", String(sessions.count))
            for (index, session) in sessions.prefix(16).enumerated() {
                add(mediaSession: session, "status.\(index)", answering: request)
            }
        case .object(let status):
            let apps = status["applications"]?.arrayValue ?? []
            let ids = apps.prefix(16).map { $0["appId"]?.stringValue ?? "?" }
            add("status.applications", ids.joined(separator: " "))
            add(volume: status["volume"], "status.volume")
        case nil: addAvailability(payload["availability"])
        default: break
        }
    }

    private mutating func add(mediaSession: JSONValue, _ path: String, answering request: String?) {
        for key in ["playerState", "idleReason", "repeatMode", "playbackRate"] {
            add("\(path).\(key)", mediaSession[key]?.jsonString)
        }
        add(volume: mediaSession["volume"], "\(path).volume")
        // Devices send these only when they change, and some of them in every status.
        addOptional("\(path).activeTrackIds", mediaSession["activeTrackIds"])
        for key in ["contentId", "contentType", "streamType"] {
            addOptional("\(path).media.\(key)", mediaSession["media"]?[key])
        }
        add("\(path).media.duration", mediaSession["media"]?["duration"], tolerance: 0.5)
        // Other positions depend on the time since the media started.
        if request == "SEEK" { add("\(path).currentTime", mediaSession["currentTime"], tolerance: 1) }
    }

    /// Devices round volumes differently.
    private mutating func add(volume: JSONValue?, _ path: String) {
        add("\(path).level", volume?["level"]?.decimal.map { "\(($0 * 100).rounded() / 100)" })
        add("\(path).muted", volume?["muted"]?.jsonString)
    }

    private mutating func addAvailability(_ availability: JSONValue?) {
        guard case .object(let apps)? = availability else { return }
        for app in apps.members.prefix(64) { add("availability.\(app.key)", app.value.jsonString) }
    }

    private mutating func add(_ member: String, _ text: String?) {
        facts[member] = text.map { Fact(text: $0) }
    }

    private mutating func addOptional(_ member: String, _ value: JSONValue?) {
        guard let value, !value.isNull else { return }
        facts[member] = Fact(text: value.jsonString, isOptional: true)
    }

    private mutating func add(_ member: String, _ value: JSONValue?, tolerance: Double) {
        guard let number = value?.decimal else { return }
        facts[member] = Fact(text: "\(number)", number: (number, tolerance), isOptional: true)
    }
}

extension JSONValue {
    /// The number, whether or not it is written as an integer; nil for other values.
    var decimal: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
