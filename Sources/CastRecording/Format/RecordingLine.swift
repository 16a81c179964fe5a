// SPDX-License-Identifier: Apache-2.0

public import CastWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The lines of the format, which docs/recording.md describes.

extension RecordingHeader {
    /// The first line of a file.
    var json: JSONObject {
        [
            "format": .string(Self.format),
            "version": .integer(Int64(version)),
            "tool": .string(tool),
            "role": .string(role.rawValue),
            "redacted": .bool(isRedacted),
            "device": .object(device.json),
        ]
    }

    /// Reads the first line of a file.
    init(_ object: JSONObject) throws(LineError) {
        guard object["format"]?.stringValue == Self.format else {
            throw LineError(.notARecording, "this is not a recording: the first line has no format")
        }
        guard case .integer(let version)? = object["version"], version >= 1 else {
            throw LineError(.malformed, "the version of the format is missing")
        }
        guard version <= Self.currentVersion else {
            throw LineError(
                .laterVersion,
                "version \(version) of the format is newer than \(Self.currentVersion), the newest that this program "
                    + "reads; use a newer version of it"
            )
        }
        guard let role = object["role"]?.stringValue.flatMap(Role.init) else {
            throw LineError(.malformed, "the role is neither sender nor device")
        }
        self.init(
            version: Int(version),
            tool: object["tool"]?.stringValue ?? "",
            role: role,
            device: RecordedDevice(object["device"]?.objectValue ?? [:]),
            isRedacted: object["redacted"] != .bool(false)
        )
    }
}

extension RecordedDevice {
    var json: JSONObject {
        var object = JSONObject()
        object["id"] = id.map { .string($0) }
        object["name"] = name.map { .string($0) }
        object["model"] = model.map { .string($0) }
        object["firmware"] = firmware.map { .string($0) }
        object["capabilities"] = capabilities?.json
        if !text.isEmpty {
            object["text"] = .object(JSONObject(text.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
        }
        return object
    }

    init(_ object: JSONObject) {
        self.init(
            id: object["id"]?.stringValue,
            name: object["name"]?.stringValue,
            model: object["model"]?.stringValue,
            firmware: object["firmware"]?.stringValue,
            capabilities: object["capabilities"].flatMap(DeviceCapabilities.init(json:))
        )
        for member in object["text"]?.objectValue?.members ?? [] { text[member.key] = member.value.stringValue }
    }
}

extension RecordedEvent {
    /// The event as a line of a file.
    public var json: JSONObject {
        var object: JSONObject = ["ms": .integer(Int64(milliseconds)), "socket": .integer(Int64(socket))]
        switch kind {
        case .opened:
            object["event"] = "opened"
        case .closed(let closer, let reason):
            object["event"] = "closed"
            object["by"] = .string(closer.rawValue)
            object["reason"] = .string(reason)
        case .lost(let count):
            object["event"] = "lost"
            object["count"] = .integer(Int64(count))
        case .message(let message, let direction):
            object["direction"] = .string(direction.rawValue)
            object["source"] = .string(message.sourceID)
            object["destination"] = .string(message.destinationID)
            object["namespace"] = .string(message.namespace.rawValue)
            if message.isContinued { object["continued"] = true }
            switch message.payload {
            case .binary(let bytes): object["base64"] = .string(Data(bytes).base64EncodedString())
            case .text(let text):
                if let payload = try? message.jsonObject() {
                    object["payload"] = .object(payload)
                } else {
                    object["text"] = .string(text)
                }
            }
        }
        return object
    }

    /// Reads a line of a file. Nil for an event of a kind that this version does not know.
    init?(_ object: JSONObject) throws(LineError) {
        guard case .integer(let milliseconds)? = object["ms"], (0...Self.maximumMilliseconds).contains(milliseconds)
        else { throw LineError(.malformed, "the time \"ms\" is missing or not a number of milliseconds") }
        guard case .integer(let socket)? = object["socket"], (1...Int64(Int32.max)).contains(socket) else {
            throw LineError(.malformed, "the number \"socket\" is missing or not a positive number")
        }
        let kind: Kind
        if let event = object["event"] {
            switch event.stringValue {
            case "opened": kind = .opened
            case "closed":
                guard let closer = object["by"]?.stringValue.flatMap(Closer.init) else {
                    throw LineError(.malformed, "\"by\" is neither sender nor device nor failure")
                }
                kind = .closed(by: closer, reason: object["reason"]?.stringValue ?? "")
            case "lost":
                guard case .integer(let count)? = object["count"], count > 0 else {
                    throw LineError(.malformed, "the number of lost events is missing")
                }
                kind = .lost(Int(clamping: count))
            case nil: throw LineError(.malformed, "\"event\" is not a text")
            default: return nil
            }
        } else {
            guard let direction = object["direction"]?.stringValue.flatMap(Direction.init) else {
                throw LineError(.malformed, "the direction is neither toDevice nor toSender")
            }
            kind = .message(try CastMessage(recorded: object), direction)
        }
        self.init(milliseconds: Int(milliseconds), socket: Int(socket), kind: kind)
    }

    /// A year, so that arithmetic with times cannot overflow.
    private static let maximumMilliseconds: Int64 = 366 * 24 * 3600 * 1000
}

extension CastMessage {
    fileprivate init(recorded object: JSONObject) throws(LineError) {
        func text(_ key: String) throws(LineError) -> String {
            guard let text = object[key]?.stringValue else { throw LineError(.malformed, "\"\(key)\" is missing") }
            return text
        }
        let payload: Payload
        if let object = object["payload"]?.objectValue {
            payload = .text(object.jsonString)
        } else if let text = object["text"]?.stringValue {
            payload = .text(text)
        } else if let bytes = object["base64"]?.stringValue.flatMap({ Data(base64Encoded: $0) }) {
            payload = .binary(Array(bytes))
        } else {
            throw LineError(.malformed, "the message has neither \"payload\" nor \"text\" nor valid \"base64\"")
        }
        self.init(
            from: try text("source"),
            to: try text("destination"),
            namespace: CastNamespace(try text("namespace")),
            payload: payload,
            isContinued: object["continued"] == .bool(true)
        )
    }
}

/// A defect of a line. The reader adds the file and the line.
struct LineError: Error {
    var code: RecordingError.Code
    var reason: String

    init(_ code: RecordingError.Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
