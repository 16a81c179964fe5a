import CastTransport
import CastWire

// The record as it is written: one JSON object with a version. What is read was perhaps written by somebody else, so
// every member is checked and bounded.

extension SessionRecord {
    /// The version of the text. A reader refuses later ones.
    public static let version = 1
    /// No record is longer, in bytes.
    static let sizeLimit = 64 << 10
    private static let textLimit = 256
    private static let listLimit = 64

    /// The record as text.
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

    /// A text for people as a reader takes it: devices may say anything.
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

    /// Reads what ``text`` wrote.
    ///
    /// - Throws: ``SessionStoreError``: `damaged`, `newerVersion`.
    public init(text: String) throws(SessionStoreError) {
        guard text.utf8.count <= Self.sizeLimit else { throw .damaged("it is longer than any record") }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: text)
        } catch {
            throw .damaged("\(error)")
        }
        guard let object = value.objectValue else { throw .damaged("it is no object") }
        guard let version = object["version"].flatMap(Int.init(json:)), version >= 1 else {
            throw .damaged("it has no version")
        }
        guard version <= Self.version else { throw .newerVersion(version) }
        let reader = Reader(object: object)
        let endpoints = try reader.list("endpoints").map { value throws(SessionStoreError) in
            guard let host = value["host"]?.stringValue, !host.isEmpty, host.utf8.count <= Self.textLimit,
                let port = value["port"].flatMap(Int.init(json:)), (1...65535).contains(port)
            else { throw .damaged("an address is none") }
            return CastEndpoint(host: host, port: port)
        }
        let namespaces = try reader.list("namespaces").map { value throws(SessionStoreError) in
            guard let text = value.stringValue, text.utf8.count <= Self.textLimit else {
                throw .damaged("a namespace is none")
            }
            return CastNamespace(rawValue: text)
        }
        guard let lastContact = object["lastContact"].flatMap(Double.init(json:)), lastContact.isFinite else {
            throw .damaged("it does not say of when it is")
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
            else { throw .damaged("its \(key) is none") }
            return text
        }

        func list(_ key: String) throws(SessionStoreError) -> [JSONValue] {
            guard let list = object[key]?.arrayValue, list.count <= SessionRecord.listLimit else {
                throw .damaged("its \(key) are none")
            }
            return list
        }
    }
}
