// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire

@testable import CastSender
@testable import MulticastDNS

extension FuzzTarget {
    /// Multicast DNS messages and the text records of devices.
    static let discovery = [dns, text]

    /// A datagram. What was decoded must survive encoding.
    private static let dns = FuzzTarget("dns", maximumLength: 1500) { bytes in
        guard let message = try? DNSMessage(datagram: bytes) else { return }
        _ = "\(message)"
        guard let encoded = try? message.datagram(limit: DNSMessage.receiveLimit) else { return }
        guard let decoded = try? DNSMessage(datagram: encoded) else { fatalError("an encoded message is malformed") }
        require(decoded == message, "encoding changed the message: \(message) became \(decoded)")
    }

    /// The content of a TXT record, read as a device's.
    private static let text = FuzzTarget("txt", maximumLength: 1500) { bytes in
        guard let text = ServiceText(recordContent: bytes) else { return }
        var keys: [String: String] = [:]
        for entry in text.entries where keys[entry.key] == nil {
            keys[entry.key] = String(decoding: entry.value ?? [], as: UTF8.self)
        }
        let endpoint = CastEndpoint(host: "192.0.2.1", port: 8009)
        if let device = CastDevice(textRecord: keys, endpoints: [endpoint]) {
            require(!device.id.isEmpty && !device.friendlyName.isEmpty, "a device without id or name")
            _ = device.hasVideoOutput
        }
        let record = DeviceRecord(bytes: text.entries.map { Array($0.key.utf8) + [61] + ($0.value ?? []) })
        _ = record.capabilities
        _ = record.friendlyName
    }
}
