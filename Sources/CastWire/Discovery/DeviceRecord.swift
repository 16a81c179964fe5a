// SPDX-License-Identifier: Apache-2.0

/// The TXT record of a Cast device or group (DNS-SD `_googlecast._tcp`).
///
/// It holds the strings in order, so that unknown keys are preserved. Keys are case-insensitive, the first of several
/// equal keys applies, and strings without `=` are ignored (RFC 6763, section 6).
public struct DeviceRecord: Sendable, Hashable {
    /// The strings of the record, each `key=value`.
    public private(set) var strings: [String]

    /// Creates a record from the strings of a TXT record, each `key=value`.
    public init(strings: [String] = []) {
        self.strings = strings
    }

    /// Creates a record from its bytes. Invalid UTF-8 is replaced with U+FFFD.
    public init(bytes strings: some Sequence<[UInt8]>) {
        self.strings = strings.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a key. Setting nil removes it; setting a new key appends it.
    public subscript(key: String) -> String? {
        get {
            for string in strings {
                guard let value = Self.value(of: key, in: string) else { continue }
                return String(value)
            }
            return nil
        }
        set {
            let index = strings.firstIndex { Self.value(of: key, in: $0) != nil }
            switch (index, newValue) {
            case (let index?, let value?): strings[index] = "\(key)=\(value)"
            case (let index?, nil): strings.remove(at: index)
            case (nil, let value?): strings.append("\(key)=\(value)")
            case (nil, nil): break
            }
        }
    }

    private static func value(of key: String, in string: String) -> Substring? {
        guard let separator = string.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let found = string[..<separator]
        guard found == key || found.lowercased() == key.lowercased() else { return nil }
        return string[string.utf8.index(after: separator)...]
    }
}

extension DeviceRecord {
    /// `id`: the 32 hexadecimal digits of a device's ID, or the hyphenated UUID of a group.
    public var id: String? {
        get { self["id"] }
        set { self["id"] = newValue }
    }

    /// The ID in lowercase and without hyphens. IDs from all sources are equal in this form.
    public var normalizedID: String? {
        id.map { String($0.lowercased().filter { $0 != "-" }) }
    }

    /// `fn`: the name to display.
    public var friendlyName: String? {
        get { self["fn"] }
        set { self["fn"] = newValue }
    }

    /// `md`: the model name, such as `Chromecast Ultra`.
    public var modelName: String? {
        get { self["md"] }
        set { self["md"] = newValue }
    }

    /// `ca`: the capabilities; empty if absent or not a number.
    public var capabilities: DeviceCapabilities {
        get { self["ca"].flatMap { UInt64($0) }.map(DeviceCapabilities.init(rawValue:)) ?? [] }
        set { self["ca"] = String(newValue.rawValue) }
    }

    /// `st`: whether an application is running that can be joined. This is only a hint: on some devices it is outdated
    /// for minutes.
    public var isBusy: Bool? {
        get { self["st"].flatMap { $0 == "1" ? true : $0 == "0" ? false : nil } }
        set { self["st"] = newValue.map { $0 ? "1" : "0" } }
    }

    /// `rs`: the status of the running application in the device's language. Often empty.
    public var statusText: String? {
        get { self["rs"] }
        set { self["rs"] = newValue }
    }

    /// `ve`: the protocol version. `05` on current devices, `02` on old ones.
    public var protocolVersion: Int? {
        get { self["ve"].flatMap { Int($0) } }
        set { self["ve"] = newValue.map { $0 < 10 ? "0\($0)" : "\($0)" } }
    }

    /// `ic`: the path of the icon on the device's HTTP server.
    public var iconPath: String? {
        get { self["ic"] }
        set { self["ic"] = newValue }
    }

    /// `cd`: the device's ID for Google's services. Equal to ``id`` for groups.
    public var cloudDeviceID: String? {
        get { self["cd"] }
        set { self["cd"] = newValue }
    }

    /// `rm`: an ID for metrics. Often empty.
    public var receiverMetricsID: String? {
        get { self["rm"] }
        set { self["rm"] = newValue }
    }

    /// `bs`: 12 hexadecimal digits, equal to `wifiProximityId` of DEVICE_INFO.
    public var wifiProximityID: String? {
        get { self["bs"] }
        set { self["bs"] = newValue }
    }

    /// `nf`: whether other senders may show notifications about the device's media. 1 means yes, 2 means no.
    public var controlNotifications: Int? {
        get { self["nf"].flatMap { Int($0) } }
        set { self["nf"] = newValue.map(String.init) }
    }

    /// Whether the record describes a group, according to its capabilities or model name.
    public var isGroup: Bool {
        capabilities.contains(.multizoneGroup) || modelName == "Google Cast Group"
    }
}

/// The capabilities of a device, as in `ca` of its TXT record, in DEVICE_INFO and in records of group members.
/// Undefined bits are preserved.
public struct DeviceCapabilities: OptionSet, JSONConvertible, Hashable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public init?(json: JSONValue) {
        guard let bits = Int(json: json) else { return nil }
        self.init(rawValue: UInt64(bitPattern: Int64(bits)))
    }

    public var json: JSONValue { .integer(Int64(bitPattern: rawValue)) }

    public static let videoOut = DeviceCapabilities(rawValue: 1)
    public static let videoIn = DeviceCapabilities(rawValue: 2)
    public static let audioOut = DeviceCapabilities(rawValue: 4)
    public static let audioIn = DeviceCapabilities(rawValue: 8)
    public static let developerMode = DeviceCapabilities(rawValue: 16)
    /// The endpoint is a group.
    public static let multizoneGroup = DeviceCapabilities(rawValue: 32)
    public static let masterOrFixedVolume = DeviceCapabilities(rawValue: 0x800)
    public static let attenuationOrFixedVolume = DeviceCapabilities(rawValue: 0x1000)
}
