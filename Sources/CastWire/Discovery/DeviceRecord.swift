/// The TXT record by which a Cast device or group introduces itself (DNS-SD `_googlecast._tcp`).
///
/// Holds the strings in their order, so that keys without a name here survive. Keys are compared without regard to
/// case, the first of equal keys counts, and strings without `=` say nothing (RFC 6763, section 6).
public struct DeviceRecord: Sendable, Hashable {
    /// The strings of the record, each `key=value`.
    public private(set) var strings: [String]

    public init(strings: [String] = []) {
        self.strings = strings
    }

    /// From the record's bytes; a string that is no UTF-8 gets replacement characters where it is not.
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
    /// `id`: 32 hexadecimal digits of a device, or the hyphenated UUID of a group.
    public var id: String? {
        get { self["id"] }
        set { self["id"] = newValue }
    }

    /// The id without hyphens and in lower case, in which form ids from all sources are equal.
    public var normalizedID: String? {
        id.map { String($0.lowercased().filter { $0 != "-" }) }
    }

    /// `fn`: the name for people.
    public var friendlyName: String? {
        get { self["fn"] }
        set { self["fn"] = newValue }
    }

    /// `md`: the model, such as `Chromecast Ultra`.
    public var modelName: String? {
        get { self["md"] }
        set { self["md"] = newValue }
    }

    /// `ca`: what the device can do; none when absent or unreadable.
    public var capabilities: DeviceCapabilities {
        get { self["ca"].flatMap { UInt64($0) }.map(DeviceCapabilities.init(rawValue:)) ?? [] }
        set { self["ca"] = String(newValue.rawValue) }
    }

    /// `st`: whether an application runs that may be joined. Stays wrong for minutes on some devices; a hint only.
    public var isBusy: Bool? {
        get { self["st"].flatMap { $0 == "1" ? true : $0 == "0" ? false : nil } }
        set { self["st"] = newValue.map { $0 ? "1" : "0" } }
    }

    /// `rs`: what the running application does, in the device's language; often empty.
    public var statusText: String? {
        get { self["rs"] }
        set { self["rs"] = newValue }
    }

    /// `ve`: version of the protocol; `05` on current devices, `02` on old ones.
    public var protocolVersion: Int? {
        get { self["ve"].flatMap { Int($0) } }
        set { self["ve"] = newValue.map { $0 < 10 ? "0\($0)" : "\($0)" } }
    }

    /// `ic`: path of the icon on the device's HTTP port.
    public var iconPath: String? {
        get { self["ic"] }
        set { self["ic"] = newValue }
    }

    /// `cd`: id towards Google's services; equal to ``id`` on groups.
    public var cloudDeviceID: String? {
        get { self["cd"] }
        set { self["cd"] = newValue }
    }

    /// `rm`: id for metrics, often empty.
    public var receiverMetricsID: String? {
        get { self["rm"] }
        set { self["rm"] = newValue }
    }

    /// `bs`: 12 hexadecimal digits, as `wifiProximityId` of DEVICE_INFO.
    public var wifiProximityID: String? {
        get { self["bs"] }
        set { self["bs"] = newValue }
    }

    /// `nf`: whether other senders may show notifications about the device's media; 1 yes, 2 no.
    public var controlNotifications: Int? {
        get { self["nf"].flatMap { Int($0) } }
        set { self["nf"] = newValue.map(String.init) }
    }

    /// True for what introduces itself as a group: by its capabilities or its model name.
    public var isGroup: Bool {
        capabilities.contains(.multizoneGroup) || modelName == "Google Cast Group"
    }
}
