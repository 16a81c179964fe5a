import CastWire

/// What `cast` says about a device.
struct DeviceDescription: Hashable, Sendable {
    enum Kind: String, Sendable {
        case video
        case audio
        case group
    }

    var id: String
    var name: String
    var model: String
    var kind: Kind
    var host: String
    var port: Int
    var addresses: [String]
    var capabilities: UInt64
    /// What the device says it is doing; may be empty.
    var status: String
    var isBusy: Bool
    /// Every key of the TXT record as it was received.
    var txt: [String: String]

    /// `192.0.2.7:8009`, with brackets around an IPv6 address.
    var endpoint: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// What it is doing, as far as its announcement tells: a hint, as devices keep old news for minutes.
    var doing: String {
        guard status.isEmpty else { return DisplayWidth.field(status) }
        return isBusy ? "busy" : ""
    }

    /// How a device is named in a list to choose from.
    var candidateLine: String {
        "\(DisplayWidth.field(name))  (\(DisplayWidth.field(model)), \(endpoint), id \(id))"
    }

    /// How a device is named above what is said about it.
    var headline: String { "\(DisplayWidth.field(name)) (\(DisplayWidth.field(model)), \(endpoint))" }

    /// The object under `device` and in `devices`.
    var json: JSONObject {
        [
            "id": .string(id),
            "name": .string(name),
            "model": .string(model),
            "type": .string(kind.rawValue),
            "host": .string(host),
            "port": .integer(Int64(port)),
            "addresses": .array(addresses.map { .string($0) }),
            "capabilities": .integer(Int64(clamping: capabilities)),
            "status": .string(status),
            "busy": .bool(isBusy),
            "txt": .object(JSONObject(txt.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
        ]
    }

    /// The few members that other objects carry to say which device they are about.
    var briefJSON: JSONObject {
        ["id": .string(id), "name": .string(name), "host": .string(host), "port": .integer(Int64(port))]
    }
}
