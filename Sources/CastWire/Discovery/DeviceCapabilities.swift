/// What a device can do, as in its TXT record's `ca`, in DEVICE_INFO and in records of group members. Bits without a
/// name survive.
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
    /// A group, not a device.
    public static let multizoneGroup = DeviceCapabilities(rawValue: 32)
    public static let masterOrFixedVolume = DeviceCapabilities(rawValue: 0x800)
    public static let attenuationOrFixedVolume = DeviceCapabilities(rawValue: 0x1000)
}
