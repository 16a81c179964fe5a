// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire

/// The properties of a device that `cast` prints.
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
    /// The status text that the device announces; may be empty.
    var status: String
    var isBusy: Bool
    /// Every key of the TXT record as it was received.
    var txt: [String: String]

    /// `192.0.2.7:8009`, with brackets around an IPv6 address.
    var endpoint: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The announced activity of the device. It can be outdated, because devices announce old statuses for minutes.
    var doing: String {
        guard status.isEmpty else { return DisplayWidth.field(status) }
        return isBusy ? "busy" : ""
    }

    /// The description of the device in a list of candidates.
    var candidateLine: String {
        "\(DisplayWidth.field(name))  (\(DisplayWidth.field(model)), \(endpoint), id \(id))"
    }

    /// The heading of a report about the device.
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

    /// The members that identify the device in other objects.
    var briefJSON: JSONObject {
        ["id": .string(id), "name": .string(name), "host": .string(host), "port": .integer(Int64(port))]
    }
}

extension DeviceDescription {
    init(_ device: CastDevice) {
        self.init(
            id: device.id,
            name: device.friendlyName,
            model: device.modelName.isEmpty ? "unknown model" : device.modelName,
            kind: device.isGroup ? .group : device.isAudioOnly ? .audio : .video,
            host: device.endpoints.first?.host ?? "",
            port: device.endpoints.first?.port ?? 0,
            addresses: device.endpoints.map(\.host),
            capabilities: device.capabilities.rawValue,
            status: device.statusText ?? "",
            isBusy: device.isBusy,
            txt: device.text
        )
    }
}
