// SPDX-License-Identifier: Apache-2.0

public import CastTransport
public import CastWire

/// The information that another process needs to resume a session: the device and the application session.
///
/// The record contains no credentials, no custom data and no information about the user. It contains no media, position
/// or queue either, because the device reports them.
public struct SessionRecord: Sendable, Hashable {
    /// The device's id.
    public var deviceID: String
    /// The device's name.
    public var deviceName: String
    /// The device's model; empty when unknown.
    public var modelName: String
    /// The device's capabilities.
    public var capabilities: DeviceCapabilities
    /// Whether the device is a speaker group.
    public var isGroup: Bool
    /// The last known addresses of the device, the preferred one first. The device may have other ones now.
    public var endpoints: [CastEndpoint]
    /// The application's id.
    public var appID: String
    /// The application's name.
    public var appName: String
    /// The id of the application session.
    public var sessionID: String
    /// The destination id for messages to the application.
    public var transportID: String
    /// The namespaces that the application listed.
    public var namespaces: [CastNamespace]
    /// The time of the last contact with the device, in seconds since 1970.
    public var lastContact: Double
    /// An identifier of the network that this machine was in, if the platform provided one.
    public var networkID: String?

    /// Creates a record. A session manager creates its own; a store of an app reads and writes them.
    public init(
        deviceID: String,
        deviceName: String,
        modelName: String = "",
        capabilities: DeviceCapabilities = [.videoOut, .audioOut],
        isGroup: Bool = false,
        endpoints: [CastEndpoint],
        appID: String,
        appName: String = "",
        sessionID: String,
        transportID: String,
        namespaces: [CastNamespace] = [],
        lastContact: Double,
        networkID: String? = nil
    ) {
        self.deviceID = deviceID
        self.deviceName = deviceName
        self.modelName = modelName
        self.capabilities = capabilities
        self.isGroup = isGroup
        self.endpoints = endpoints
        self.appID = appID
        self.appName = appName
        self.sessionID = sessionID
        self.transportID = transportID
        self.namespaces = namespaces
        self.lastContact = lastContact
        self.networkID = networkID
    }

    /// The device as described by the record.
    public var device: CastDevice {
        CastDevice(
            id: deviceID,
            friendlyName: deviceName,
            modelName: modelName,
            capabilities: capabilities,
            endpoints: endpoints,
            isGroup: isGroup
        )
    }

    var application: ApplicationStatus {
        ApplicationStatus(
            appID: appID,
            displayName: appName,
            namespaces: namespaces,
            sessionID: sessionID,
            transportID: transportID
        )
    }

    /// Checks whether the record can still be used.
    ///
    /// - Parameters:
    ///   - now: The current time, in seconds since 1970.
    ///   - lifetime: The maximum age of the record.
    ///   - networkID: The identifier of the current network; nil if unknown, in which case networks are not compared.
    /// - Throws: ``SessionStoreError``: `expired`, `dateInFuture`, `otherNetwork`.
    public func check(now: Double, lifetime: Duration, networkID: String?) throws(SessionStoreError) {
        // Clocks are adjusted occasionally, so a difference of a few minutes is tolerated.
        guard lastContact <= now + 300 else { throw .dateInFuture }
        guard now - lastContact <= lifetime / .seconds(1) else { throw .expired }
        if let networkID, let known = self.networkID, known != networkID { throw .otherNetwork }
    }
}

// The text form of the record: one JSON object with a version. Another program may have written the file, so every
// member is validated and its size is limited.

extension SessionRecord {
    /// The version of the text form. Later versions are rejected.
    public static let version = 1
    /// The maximum size of a record, in bytes.
    static let sizeLimit = 64 << 10
    private static let textLimit = 256
    private static let listLimit = 64

    /// The text form of the record.
    public var text: String {
        var object: JSONObject = [
            "version": .integer(Int64(Self.version)),
            "deviceID": .string(deviceID),
            "deviceName": .string(Self.readable(deviceName)),
            "modelName": .string(Self.readable(modelName)),
            "capabilities": capabilities.json,
            "isGroup": .bool(isGroup),
            "endpoints": .array(
                endpoints.prefix(Self.listLimit).map {
                    ["host": .string($0.host), "port": .integer(Int64($0.port))]
                }
            ),
            "appID": .string(appID),
            "appName": .string(Self.readable(appName)),
            "sessionID": .string(sessionID),
            "transportID": .string(transportID),
            "namespaces": .array(
                namespaces.filter { $0.rawValue.utf8.count <= Self.textLimit }.prefix(Self.listLimit)
                    .map { .string($0.rawValue) }
            ),
            "lastContact": .number(lastContact),
        ]
        if let networkID { object["networkID"] = .string(networkID) }
        return object.jsonString
    }

    /// Returns a display text in the form that the reader accepts. Devices may use any characters in their names.
    private static func readable(_ text: String) -> String {
        var readable = ""
        var length = 0
        for character in text where !character.unicodeScalars.contains(where: isControl) {
            length += character.utf8.count
            guard length <= textLimit else { break }
            readable.append(character)
        }
        return readable
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    /// Parses the text form.
    ///
    /// - Throws: ``SessionStoreError``: `damaged`, `newerVersion`.
    public init(text: String) throws(SessionStoreError) {
        guard text.utf8.count <= Self.sizeLimit else { throw .damaged("it is too long") }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: text)
        } catch {
            throw .damaged("\(error)")
        }
        guard let object = value.objectValue else { throw .damaged("it is not a JSON object") }
        guard let version = object["version"].flatMap(Int.init(json:)), version >= 1 else {
            throw .damaged("it has no version")
        }
        guard version <= Self.version else { throw .newerVersion(version) }
        let reader = Reader(object: object)
        let endpoints = try reader.list("endpoints").map { value throws(SessionStoreError) in
            guard let host = value["host"]?.stringValue, !host.isEmpty, host.utf8.count <= Self.textLimit,
                let port = value["port"].flatMap(Int.init(json:)), (1...65535).contains(port)
            else { throw .damaged("an address is invalid") }
            return CastEndpoint(host: host, port: port)
        }
        let namespaces = try reader.list("namespaces").map { value throws(SessionStoreError) in
            guard let text = value.stringValue, text.utf8.count <= Self.textLimit else {
                throw .damaged("a namespace is invalid")
            }
            return CastNamespace(rawValue: text)
        }
        guard let lastContact = object["lastContact"].flatMap(Double.init(json:)), lastContact.isFinite else {
            throw .damaged("it has no valid time")
        }
        self.init(
            deviceID: try reader.text("deviceID", required: true),
            deviceName: try reader.text("deviceName"),
            modelName: try reader.text("modelName"),
            capabilities: object["capabilities"].flatMap(DeviceCapabilities.init(json:)) ?? [],
            isGroup: object["isGroup"] == true,
            endpoints: endpoints,
            appID: try reader.text("appID"),
            appName: try reader.text("appName"),
            sessionID: try reader.text("sessionID", required: true),
            transportID: try reader.text("transportID", required: true),
            namespaces: namespaces,
            lastContact: lastContact,
            networkID: object["networkID"] == nil ? nil : try reader.text("networkID")
        )
    }

    private struct Reader {
        let object: JSONObject

        func text(_ key: String, required: Bool = false) throws(SessionStoreError) -> String {
            guard let text = object[key]?.stringValue, text.utf8.count <= SessionRecord.textLimit,
                !text.unicodeScalars.contains(where: SessionRecord.isControl),
                !required || !text.isEmpty
            else { throw .damaged("its \(key) is invalid") }
            return text
        }

        func list(_ key: String) throws(SessionStoreError) -> [JSONValue] {
            guard let list = object[key]?.arrayValue, list.count <= SessionRecord.listLimit else {
                throw .damaged("its \(key) are invalid")
            }
            return list
        }
    }
}
