import CastSender
import CastTransport
import CastWire

/// What must not appear in a report: the addresses, names and IDs of the device and of this machine.
struct Privacy: Sendable {
    /// The texts to replace, the longest first, so that none remains in part.
    private let secrets: [String]

    init(_ secrets: [String]) {
        self.secrets = Set(secrets).filter { $0.count > 3 }.sorted { ($0.count, $0) > ($1.count, $1) }
    }

    /// - Parameters:
    ///   - device: The device.
    ///   - address: The address of this machine as the device sees it.
    ///   - setup: What the HTTP server of the device says.
    init(of device: DeviceUnderTest, seenFrom address: String, _ setup: JSONObject?) {
        var secrets = [device.endpoint.host, address]
        if let record = device.record {
            secrets += record.endpoints.map(\.host) + [record.friendlyName, record.id]
            secrets += ["id", "cd", "bs", "rm", "fn"].compactMap { record.text[$0] }
        }
        let information = [setup?["name"], setup?["ssdp_udn"], setup?["device_info"]?["ssdp_udn"]]
        secrets += information.compactMap { $0?.stringValue }
        self.init(secrets)
    }

    /// Returns text in which each secret is replaced.
    func cleaned(_ text: String) -> String {
        var text = text
        for secret in secrets { text = text.replacing(secret, with: "…") }
        return text
    }
}
