import CastWire
import Crypto

/// What a device says of itself on the network (Cast discovery): the instance's name, its text and its subtypes.
struct DeviceAdvertisement: Sendable, Equatable {
    static let serviceType = "_googlecast._tcp"
    /// A string of a TXT record has at most so many bytes, `key=` included.
    private static let stringLimit = 255

    var identity: DeviceIdentity
    var friendlyName: String
    var modelName: String
    var capabilities: DeviceCapabilities
    /// The ids of every app that the device can run.
    var appIDs: [String]
    /// What runs, the idle screen apart.
    var application: RunningApplication?
    /// Whether this is the endpoint of a group, whose id has hyphens and is its cloud id, too.
    var isGroup = false
    /// The device at whose host it is: itself, or the leader of the group; nil = itself.
    var host: DeviceIdentity?

    /// The model without spaces, at most 20 bytes of it, and the id without hyphens; at most 63 bytes. Groups end
    /// with `-1`.
    var instanceName: String {
        let model = modelName.map { $0 == " " ? "-" : String($0) }.joined()
        return Self.cut("\(Self.cut(model, to: 20))-\(identity.compactID)\(isGroup ? "-1" : "")", to: 63)
    }

    /// The host's name below `.local`.
    var hostName: String { (host ?? identity).id }

    /// The TXT record's pairs, in the order of real devices.
    var text: [(key: String, value: String)] {
        [
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
        ].map { key, value in (key, Self.cut(value, to: Self.stringLimit - key.utf8.count - 1)) }
    }

    /// One per app that the device can run; while one runs, its session and each of its namespaces.
    var subtypes: [String] {
        var subtypes = appIDs.map { "_\($0)" }
        if let application {
            subtypes.append("_%%\(application.sessionID.uppercased())")
            subtypes += application.namespaces.map { "_%\(Self.digest(of: $0))" }
        }
        return subtypes
    }

    /// The upper-case SHA-1 by which phones ask who speaks a namespace.
    static func digest(of namespace: CastNamespace) -> String {
        Insecure.SHA1.hash(data: Array(namespace.rawValue.utf8))
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined()
    }

    /// The longest beginning of a text that has at most so many bytes of UTF-8.
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
