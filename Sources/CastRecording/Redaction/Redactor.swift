// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Removes private values from a session: secrets, names of devices and users, addresses, and ids of devices.
///
/// A value is replaced by the same placeholder wherever it occurs, so that messages still refer to each other. What the
/// protocol itself needs stays: message types, request ids, session ids, transport ids, sender ids, media session ids,
/// item ids, app ids, states, times, and media metadata.
struct Redactor {
    private var placeholders: Placeholders

    /// - Parameter isMasking: Whether every placeholder has the number 1, so that values can be compared apart from
    ///   private parts.
    init(isMasking: Bool = false) {
        placeholders = Placeholders(isMasking: isMasking)
    }

    /// Returns a description without private values.
    mutating func redacted(_ device: RecordedDevice) -> RecordedDevice {
        var device = device
        device.name = device.name.map { placeholders.replacement(of: $0, .name) }
        device.id = device.id.map { placeholders.replacement(of: $0, .identifier) }
        device.text = Dictionary(
            device.text.map { key, value in
                switch key.lowercased() {
                case "fn": (key, placeholders.replacement(of: value, .name))
                case "id", "cd", "rm", "bs": (key, placeholders.replacement(of: value, .identifier))
                case "rs": (key, redacted(statusText: value))
                default: (key, PrivateText.redacted(value, &placeholders))
                }
            },
            uniquingKeysWith: { first, _ in first }
        )
        return device
    }

    /// Returns an event without private values.
    mutating func redacted(_ event: RecordedEvent) -> RecordedEvent {
        var event = event
        switch event.kind {
        case .message(let message, let direction): event.kind = .message(redacted(message), direction)
        case .closed(let closer, let reason):
            event.kind = .closed(by: closer, reason: PrivateText.redacted(reason, &placeholders))
        case .opened, .lost: break
        }
        return event
    }

    private mutating func redacted(_ message: CastMessage) -> CastMessage {
        var message = message
        switch message.payload {
        case .binary(let bytes):
            // Binary messages of apps have no known parts, so nothing of them is kept but their length.
            message.payload = .binary(
                message.namespace == .deviceAuth
                    ? Self.redacted(authentication: bytes) : [UInt8](repeating: 0, count: bytes.count)
            )
        case .text(let text):
            if let object = try? message.jsonObject() {
                message.payload = .text(redacted(object).jsonString)
            } else {
                message.payload = .text(PrivateText.redacted(text, &placeholders))
            }
        }
        return message
    }

    /// Returns a message of device authentication without what identifies the device or the connection.
    private static func redacted(authentication bytes: [UInt8]) -> [UInt8] {
        func zeros(_ bytes: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: bytes.count) }
        switch try? DeviceAuthMessage(parsing: bytes) {
        case .challenge(var challenge):
            challenge.senderNonce = zeros(challenge.senderNonce)
            return DeviceAuthMessage.challenge(challenge).serializedBytes
        case .response(var response):
            response.signature = zeros(response.signature)
            response.clientAuthCertificate = zeros(response.clientAuthCertificate)
            response.intermediateCertificates = response.intermediateCertificates.map(zeros)
            response.senderNonce = zeros(response.senderNonce)
            response.crl = nil
            return DeviceAuthMessage.response(response).serializedBytes
        case .error(let type): return DeviceAuthMessage.error(type).serializedBytes
        case nil: return []
        }
    }

    // MARK: - JSON

    private mutating func redacted(_ object: JSONObject) -> JSONObject {
        // In lists of devices and groups, `name` is the name that a user gave.
        let describesDevice = Self.deviceKeys.contains { object[$0] != nil }
        var result: [(String, JSONValue)] = []
        result.reserveCapacity(object.count)
        for member in object.members {
            result.append((member.key, redacted(member.value, of: member.key, describesDevice: describesDevice)))
        }
        return JSONObject(result)
    }

    /// Returns the value of a member without private values.
    mutating func redacted(_ value: JSONValue, of key: String, describesDevice: Bool = false) -> JSONValue {
        if value.isNull { return value }
        let name = key.lowercased()
        if name == "customdata" {
            return ["redacted": .string(placeholders.replacement(of: value.jsonString, .customData))]
        }
        if Self.isSecret(name) { return replaced(value, .secret) }
        if Self.identifierKeys.contains(name) { return replaced(value, .identifier) }
        if Self.placeKeys.contains(name) { return replaced(value, .place) }
        if Self.nameKeys.contains(name) || (name == "name" && describesDevice) { return replaced(value, .name) }
        switch value {
        case .string(let text):
            if Self.protocolKeys.contains(name) { return value }
            if name == "statustext" { return .string(redacted(statusText: text)) }
            if let known = placeholders.known(text, .name) { return .string(known) }
            return .string(PrivateText.redacted(text, &placeholders))
        case .array(let elements):
            return .array(elements.map { redacted($0, of: key, describesDevice: describesDevice) })
        case .object(let object): return .object(redacted(object))
        case .null, .bool, .integer, .number: return value
        }
    }

    /// Replaces every text and number in a value.
    private mutating func replaced(_ value: JSONValue, _ kind: Placeholders.Kind) -> JSONValue {
        switch value {
        case .string(let text): .string(placeholders.replacement(of: text, kind))
        case .integer, .number: .string(placeholders.replacement(of: value.jsonString, kind))
        case .array(let elements): .array(elements.map { replaced($0, kind) })
        case .object(let object): .object(JSONObject(object.members.map { ($0.key, replaced($0.value, kind)) }))
        case .null, .bool: value
        }
    }

    /// A status text names the device, as in "Casting to Living Room".
    private mutating func redacted(statusText text: String) -> String {
        var text = PrivateText.redacted(text, &placeholders)
        // The longest first, because a name can be part of another one.
        for name in placeholders.values(.name).sorted(by: { ($0.count, $0) > ($1.count, $1) }) where name.count > 1 {
            guard let replacement = placeholders.known(name, .name) else { continue }
            text = text.split(separator: name, omittingEmptySubsequences: false).joined(separator: replacement)
        }
        return text
    }

    private static func isSecret(_ key: String) -> Bool {
        // `credentialsType` says only which kind of credentials an app uses.
        guard key != "credentialstype" else { return false }
        return secretParts.contains { key.contains($0) }
    }

    private static let secretParts = [
        "credential", "token", "password", "passwd", "passphrase", "secret", "cookie", "authorization", "apikey",
        "api_key",
        "accesskey", "access_key", "signature", "jwt", "publickey", "public_key", "privatekey", "private_key",
        "certificate", "email", "licensekey",
    ]
    private static let identifierKeys: Set = [
        "deviceid", "device_id", "receivermetricsid", "wifiproximityid", "ssdp_udn", "mac_address", "macaddress",
        "bssid",
        "hotspot_bssid", "uuid", "udn", "clouddeviceid", "cloud_device_id", "publicdeviceid", "electedleader",
        "elected_leader", "serial", "serialnumber", "serial_number", "hotspotbssid",
    ]
    private static let nameKeys: Set = [
        "friendlyname", "friendly_name", "devicename", "device_name", "ssid", "fn", "username", "user_name",
        "displayusername",
    ]
    private static let placeKeys: Set = [
        "timezone", "time_zone", "location", "country_code", "postal_code", "latitude", "longitude",
    ]
    /// The keys whose values are texts of the protocol and never private.
    private static let protocolKeys: Set = [
        "type", "responsetype", "sessionid", "transportid", "appid", "senderid", "namespace", "playerstate",
        "idlereason",
        "reason",
    ]
    /// The keys that only descriptions of devices and groups have.
    private static let deviceKeys = [
        "deviceId", "device_id", "ssdp_udn", "uuid", "elected_leader", "electedLeader", "build_version",
        "cast_build_revision", "mac_address",
    ]
}
