// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import CastWire

/// A Cast device as it describes itself on the network.
///
/// This is a value: an updated description is another value with the same ``id``.
public struct CastDevice: Sendable, Hashable, Identifiable {
    /// The device's unique id, in lowercase hexadecimal without hyphens. It is the only stable identity: names,
    /// addresses and ports change.
    public var id: String
    /// The name that the owner gave the device.
    public var friendlyName: String
    /// The model, such as `Chromecast Ultra`; empty when the device reports none.
    public var modelName: String
    /// What the device can do, such as video output.
    public var capabilities: DeviceCapabilities
    /// The addresses of the device's Cast port, IPv4 first.
    public var endpoints: [CastEndpoint]
    /// The status text of the running application; nil when no application runs or it has none.
    public var statusText: String?
    /// Whether an application is running. This is a hint only: devices announce stale values for minutes.
    public var isBusy: Bool
    /// The protocol version that the device announces.
    public var protocolVersion: Int?
    /// The path of the device's icon on its HTTP port 8008.
    public var iconPath: String?
    /// Whether this is a speaker group.
    public var isGroup: Bool
    /// All keys of the device's TXT record, in lowercase.
    public var text: [String: String]

    /// Creates a device that was not discovered, such as one with a known address.
    public init(
        id: String,
        friendlyName: String,
        modelName: String = "",
        capabilities: DeviceCapabilities = [.videoOut, .audioOut],
        endpoints: [CastEndpoint],
        statusText: String? = nil,
        isBusy: Bool = false,
        protocolVersion: Int? = nil,
        iconPath: String? = nil,
        isGroup: Bool = false,
        text: [String: String] = [:]
    ) {
        self.id = CastDevice.normalizedID(id)
        self.friendlyName = friendlyName
        self.modelName = modelName
        self.capabilities = capabilities
        self.endpoints = endpoints
        self.statusText = statusText
        self.isBusy = isBusy
        self.protocolVersion = protocolVersion
        self.iconPath = iconPath
        self.isGroup = isGroup
        self.text = text
    }

    /// Whether the device has video output.
    public var hasVideoOutput: Bool { capabilities.contains(.videoOut) }

    /// Whether the device has audio output only.
    public var isAudioOnly: Bool { !hasVideoOutput }

    /// Returns an id in the form in which ids are compared: lowercase, without hyphens.
    public static func normalizedID(_ id: String) -> String {
        id.lowercased().filter { $0 != "-" }
    }
}

extension CastDevice {
    /// Creates a device from its DNS-SD text record (CASTV2 discovery, TXT keys).
    ///
    /// Only `id` and `fn` are required: any other key may be missing, empty or malformed.
    ///
    /// - Parameters:
    ///   - text: The record's keys, in any case; of keys that occur more than once, the first.
    ///   - endpoints: The device's addresses; must not be empty.
    /// - Returns: Nil when the record does not describe a Cast device, or there is no endpoint.
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

    /// The capability bit decides; the port is used only when the record has no capabilities.
    private static func isGroup(capabilities: UInt64?, model: String, port: Int) -> Bool {
        if model == "Google Cast Group" { return true }
        guard let capabilities else { return port != CastEndpoint.defaultPort }
        return DeviceCapabilities(rawValue: capabilities).contains(.multizoneGroup)
    }

    /// Resolves the `\DDD` escapes that some resolvers leave in text values.
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

extension CastDevice {
    /// Identifies the device at an address, without discovery.
    ///
    /// Connects, requests the device's description and closes the connection. A device that sends none within 3 s (old
    /// firmware and other vendors' devices drop unknown messages) gets an id derived from the address, and the address
    /// as its name.
    ///
    /// - Throws: ``CastError``, as ``CastConnection/open(to:options:)-(CastEndpoint,_)`` does.
    public static func identify(
        _ endpoint: CastEndpoint,
        options: ConnectionOptions = ConnectionOptions()
    ) async throws(CastError) -> CastDevice {
        try await identify(endpoint, options: options, environment: .standard)
    }

    package static func identify(
        _ endpoint: CastEndpoint,
        options: ConnectionOptions,
        environment: ConnectionEnvironment
    ) async throws(CastError) -> CastDevice {
        let unknown = CastDevice(at: endpoint)
        let connection = try await CastConnection.open(
            to: unknown,
            options: options.forQueries,
            environment: environment
        )
        let result: Result<JSONObject, CastError>
        do throws(CastError) {
            result = .success(try await connection.request(GetDeviceInfoRequest(), timeout: .seconds(3)))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        switch result {
        case .success(let answer): return unknown.described(by: DeviceInfoMessage(fields: answer))
        case .failure(let error):
            // A device that does not support the request is a Cast device nonetheless.
            guard error.code == .requestTimedOut || error.code == .invalidRequest else { throw error }
            return unknown
        }
    }

    /// Returns this device with the values of its own description.
    func described(by info: DeviceInfoMessage) -> CastDevice {
        var device = self
        if let id = info.deviceID, !id.isEmpty { device.id = Self.normalizedID(id) }
        if let name = info.friendlyName, !name.isEmpty { device.friendlyName = name }
        if let model = info.deviceModel { device.modelName = model }
        if let capabilities = info.deviceCapabilities {
            device.capabilities = capabilities
            device.isGroup = device.capabilities.contains(.multizoneGroup)
        }
        return device
    }
}
