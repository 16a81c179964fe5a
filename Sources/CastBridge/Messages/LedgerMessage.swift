// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A message of the ledger: an entry about a device, or the renewal of all leases of a bridge.
struct LedgerMessage: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case entry(device: String, OwnershipMachine.Entry.Content, fence: UInt64)
        case renewal
    }

    /// The numbers that are accepted: every integer up to the last one can be written in JSON.
    private static let sequences: ClosedRange<Int64> = 1...(1 << 53)

    var bridge: String
    /// The number of the message among those of the bridge on its connection. A gap shows that messages were lost.
    var sequence: Int64
    var content: Content

    init(bridge: String, sequence: Int64, content: Content) {
        self.bridge = bridge
        self.sequence = sequence
        self.content = content
    }

    /// Reads a message; nil if it is not valid.
    init?(_ payload: [UInt8]) {
        guard let object = try? JSONValue(parsing: payload).objectValue,
            let bridge = object["bridge"]?.stringValue, !bridge.isEmpty, bridge.utf8.count <= 128,
            case .integer(let sequence)? = object["sequence"], Self.sequences.contains(sequence),
            let type = object["type"]?.stringValue
        else { return nil }
        self.bridge = bridge
        self.sequence = sequence
        if type == "renew" {
            content = .renewal
            return
        }
        guard let device = object["device"]?.stringValue, case .integer(let number)? = object["fence"],
            let fence = UInt64(exactly: number)
        else { return nil }
        let command = object["command"]?.stringValue.flatMap { SiteTopics.isCommandID($0) ? $0 : nil }
        let entry: OwnershipMachine.Entry.Content
        switch (type, command) {
        case ("claim", _): entry = .claim
        case ("release", _): entry = .release
        case ("started", let id?): entry = .started(id)
        case ("abandoned", let id?): entry = .abandoned(id)
        case ("finished", let id?):
            guard let outcome = CommandOutcome(object) else { return nil }
            entry = .finished(id, outcome)
        default: return nil
        }
        content = .entry(device: device, entry, fence: fence)
    }

    var payload: [UInt8] {
        var object: JSONObject = ["bridge": .string(bridge), "sequence": .integer(sequence)]
        switch content {
        case .renewal: object["type"] = "renew"
        case .entry(let device, let entry, let fence):
            object["device"] = .string(device)
            object["fence"] = .integer(Int64(clamping: fence))
            switch entry {
            case .claim: object["type"] = "claim"
            case .renew: object["type"] = "renew"
            case .release: object["type"] = "release"
            case .started(let id):
                object["type"] = "started"
                object["command"] = .string(id)
            case .abandoned(let id):
                object["type"] = "abandoned"
                object["command"] = .string(id)
            case .finished(let id, let outcome):
                object["type"] = "finished"
                object["command"] = .string(id)
                object.merge(outcome.json)
            }
        }
        return JSONValue.object(object).jsonBytes
    }
}

extension CommandOutcome {
    private static let textLimit = 1024

    /// Reads the members `outcome` and `error`; nil if they are not valid.
    init?(_ object: JSONObject) {
        switch object["outcome"]?.stringValue {
        case "done": self = .done
        case "expired": self = .expired
        case "refused": self = .refused
        case "unknown": self = .unknown
        case "failed":
            guard let error = object["error"], let code = error["code"]?.stringValue,
                let message = error["message"]?.stringValue, code.utf8.count <= 64
            else { return nil }
            self = .failed(CommandError(code: code, message: String(message.prefix(Self.textLimit))))
        default: return nil
        }
    }

    /// The members `outcome`, and `error` unless the command was executed.
    var json: JSONObject {
        let (outcome, error): (JSONValue, CommandError?) =
            switch self {
            case .done: ("done", nil)
            case .failed(let error): ("failed", error)
            case .expired:
                ("expired", CommandError(code: "expired", message: "no bridge could execute the command in time"))
            case .refused:
                (
                    "refused",
                    CommandError(
                        code: "refused",
                        message: "too many commands wait for the device; send fewer at a time"
                    )
                )
            case .unknown:
                (
                    "unknown",
                    CommandError(
                        code: "outcomeUnknown",
                        message: "the bridge that executed the command was lost; check the state of the device"
                    )
                )
            }
        var object: JSONObject = ["outcome": outcome]
        if let error {
            object["error"] = [
                "code": .string(error.code), "message": .string(String(error.message.prefix(Self.textLimit))),
            ]
        }
        return object
    }
}
