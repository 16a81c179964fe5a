// SPDX-License-Identifier: Apache-2.0

import CastWire
package import Logging

/// The part of the engine that a log message comes from. Log messages carry it as metadata, so that a log handler can
/// filter by it before a message is formatted.
package enum LogComponent: String, Sendable, CaseIterable {
    /// Device discovery.
    case discovery
    /// Sockets, TLS, authentication, and the platform of a device.
    case connection
    /// The content of messages.
    case channel

    package static let metadataKey = "cast-component"
}

/// The metadata of log messages. The messages themselves are constant, so that they can be counted and filtered.
package enum LogKey {
    /// The id of the device.
    package static let deviceID = "cast-device-id"
    /// The name of the device.
    package static let device = "cast-device"
    package static let endpoint = "cast-endpoint"
    package static let namespace = "cast-namespace"
    /// The text of a message without credentials, or the number of its bytes.
    package static let payload = "cast-payload"
    /// Why a connection was closed.
    package static let reason = "cast-reason"
    package static let error = "cast-error"
    /// The result of device authentication.
    package static let authentication = "cast-authentication"
}

extension Logger {
    /// Returns a logger for one component of the engine.
    package func tagged(with component: LogComponent) -> Logger {
        var logger = self
        logger[metadataKey: LogComponent.metadataKey] = "\(component.rawValue)"
        return logger
    }
}

extension CastMessage {
    /// The metadata of a log message about the message.
    var logMetadata: Logger.Metadata { [LogKey.namespace: "\(namespace)", LogKey.payload: "\(logText)"] }

    /// The message for the log: its text without credentials, or the number of bytes.
    var logText: String {
        switch payload {
        case .binary(let bytes): "\(bytes.count) bytes"
        case .text(let text): Self.withoutCredentials(text)
        }
    }

    /// Removes user credentials, which must not reach the log. Text that is not JSON belongs to the application and is
    /// logged as it is.
    private static func withoutCredentials(_ text: String) -> String {
        guard text.contains("redentials"), let value = try? JSONValue(parsing: text) else { return text }
        return value.withoutCredentials.jsonString
    }
}

extension JSONValue {
    fileprivate var withoutCredentials: JSONValue {
        switch self {
        case .object(let object):
            let members = object.members.map { member -> (String, JSONValue) in
                let isSecret = member.key == "credentials" || member.key == "atvCredentials"
                return (member.key, isSecret ? .string("…") : member.value.withoutCredentials)
            }
            return .object(JSONObject(members))
        case .array(let values): return .array(values.map(\.withoutCredentials))
        default: return self
        }
    }
}
