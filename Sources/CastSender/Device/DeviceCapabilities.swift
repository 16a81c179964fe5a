/// What a device says it can do (`ca` of its TXT record). Bits without a name here are kept.
public struct DeviceCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// It shows pictures.
    public static let videoOut = DeviceCapabilities(rawValue: 1)
    public static let videoIn = DeviceCapabilities(rawValue: 2)
    /// It plays sound.
    public static let audioOut = DeviceCapabilities(rawValue: 4)
    public static let audioIn = DeviceCapabilities(rawValue: 8)
    public static let developerMode = DeviceCapabilities(rawValue: 16)
    /// It stands for several speakers that play together.
    public static let multizoneGroup = DeviceCapabilities(rawValue: 32)
    public static let masterOrFixedVolume = DeviceCapabilities(rawValue: 0x800)
    public static let attenuationOrFixedVolume = DeviceCapabilities(rawValue: 0x1000)
}
