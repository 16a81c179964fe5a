// SPDX-License-Identifier: Apache-2.0

import CastWire
import Crypto

/// The multicast DNS announcement of a device (Cast discovery): its instance name, TXT record and subtypes.
struct DeviceAdvertisement: Sendable, Equatable {
    static let serviceType = "_googlecast._tcp"
    /// The maximum length of a string in a TXT record in bytes, including `key=`.
    private static let stringLimit = 255

    var identity: DeviceIdentity
    var friendlyName: String
    var modelName: String
    var capabilities: DeviceCapabilities
    /// The ids of all apps that the device can run.
    var appIDs: [String]
    /// The running app; nil while the device shows the idle screen.
    var application: RunningApplication?
    /// Whether this is the endpoint of a group. A group's id has hyphens and is also its cloud id.
    var isGroup = false
    /// Keys of the TXT record with other values than those of this device; nil removes a key.
    var record: [String: String?] = [:]
    /// The device whose host name is announced: the leader of a group; nil for the device itself.
    var host: DeviceIdentity?

    /// The name of the service instance: the model with spaces replaced, cut to 20 bytes, and the id without hyphens;
    /// at most 63 bytes. Groups end with `-1`.
    var instanceName: String {
        let model = modelName.map { $0 == " " ? "-" : String($0) }.joined()
        return Self.cut("\(Self.cut(model, to: 20))-\(identity.compactID)\(isGroup ? "-1" : "")", to: 63)
    }

    /// The host name, without `.local`.
    var hostName: String { (host ?? identity).id }

    /// The pairs of the TXT record, in the order of real devices.
    var text: [(key: String, value: String)] {
        let pairs = [
            ("id", isGroup ? identity.id : identity.compactID),
            ("cd", isGroup ? identity.id : identity.cloudDeviceID),
            ("rm", (host ?? identity).receiverMetricsID),
            ("ve", "05"),
            ("md", modelName),
            ("ic", "/setup/icon.png"),
            ("fn", friendlyName),
            ("ca", String(capabilities.rawValue)),
            ("st", application == nil ? "0" : "1"),
            ("bs", (host ?? identity).bootstrapAddress),
            ("nf", "1"),
            ("rs", application?.statusText ?? ""),
        ]
        let added = record.keys.filter { key in !pairs.contains { $0.0 == key } }.sorted().map { ($0, "") }
        return (pairs + added).compactMap { key, value in
            guard let value = record[key] ?? value else { return nil }
            return (key, Self.cut(value, to: Self.stringLimit - key.utf8.count - 1))
        }
    }

    /// A subtype for each app that the device can run; while an app is running, also for its session and each of its
    /// namespaces.
    var subtypes: [String] {
        var subtypes = appIDs.map { "_\($0)" }
        if let application {
            subtypes.append("_%%\(application.sessionID.uppercased())")
            subtypes += application.namespaces.map { "_%\(Self.digest(of: $0))" }
        }
        return subtypes
    }

    /// The uppercase SHA-1 digest of a namespace, by which phones browse for devices that support it.
    static func digest(of namespace: CastNamespace) -> String {
        Hexadecimal.text(Insecure.SHA1.hash(data: Array(namespace.rawValue.utf8)), uppercase: true)
    }

    /// Returns the longest prefix of a text that has at most this many bytes of UTF-8.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var cut = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            guard count <= limit else { break }
            cut.append(character)
        }
        return cut
    }
}
