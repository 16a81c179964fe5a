import CastTransport
import CastWire

extension CastDevice {
    /// Reads a device's DNS-SD text record (CASTV2 discovery, TXT keys).
    ///
    /// Only `id` and `fn` are needed: a device with any other key missing, empty or odd is still a device.
    ///
    /// - Parameters:
    ///   - text: The record's keys in any case, the first of several equal ones.
    ///   - endpoints: Where it listens; must not be empty.
    /// - Returns: nil when the record describes no Cast device, or there is no endpoint.
    init?(textRecord text: [String: String], endpoints: [CastEndpoint]) {
        var keys: [String: String] = [:]
        for (key, value) in text { keys[key.lowercased()] = value }
        let id = CastDevice.normalizedID(keys["id"] ?? "")
        let name = Self.unescaped(keys["fn"] ?? "")
        guard !id.isEmpty, !name.isEmpty, let first = endpoints.first else { return nil }
        let capabilities = keys["ca"].flatMap { UInt64($0) }
        let model = Self.unescaped(keys["md"] ?? "")
        let statusText = Self.unescaped(keys["rs"] ?? "")
        self.init(
            id: id,
            friendlyName: name,
            modelName: model,
            capabilities: DeviceCapabilities(rawValue: capabilities ?? 0),
            endpoints: endpoints,
            statusText: statusText.isEmpty ? nil : statusText,
            isBusy: keys["st"] == "1",
            protocolVersion: keys["ve"].flatMap { Int($0) },
            iconPath: keys["ic"].flatMap { $0.isEmpty ? nil : $0 },
            isGroup: Self.isGroup(capabilities: capabilities, model: model, port: first.port),
            text: keys
        )
    }

    /// The capability bit decides; the port is looked at only where no capabilities are given.
    private static func isGroup(capabilities: UInt64?, model: String, port: Int) -> Bool {
        if model == "Google Cast Group" { return true }
        guard let capabilities else { return port != CastEndpoint.defaultPort }
        return DeviceCapabilities(rawValue: capabilities).contains(.multizoneGroup)
    }

    /// Undoes the `\DDD` escapes with which some resolvers hand texts over.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            if index + 3 < bytes.count, let byte = Self.decimal(bytes[(index + 1)...(index + 3)]) {
                result.append(byte)
                index += 4
            } else if index + 1 < bytes.count {
                result.append(bytes[index + 1])
                index += 2
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func decimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return UInt8(exactly: value)
    }
}
