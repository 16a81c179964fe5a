/// What a device can do; the bits of its TXT record's `ca`.
public struct GCKDeviceCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Shows pictures.
    public static let videoOut = GCKDeviceCapabilities(rawValue: 1 << 0)
    /// Has a camera.
    public static let videoIn = GCKDeviceCapabilities(rawValue: 1 << 1)
    /// Plays sound.
    public static let audioOut = GCKDeviceCapabilities(rawValue: 1 << 2)
    /// Has a microphone.
    public static let audioIn = GCKDeviceCapabilities(rawValue: 1 << 3)
    /// Is a group of devices.
    public static let multizoneGroup = GCKDeviceCapabilities(rawValue: 1 << 5)
    /// Is a group that is made on the fly.
    public static let dynamicGroup = GCKDeviceCapabilities(rawValue: 1 << 6)
    /// Is a group whose members play a channel each.
    public static let multiChannelGroup = GCKDeviceCapabilities(rawValue: 1 << 7)
    /// Plays one channel of such a group.
    public static let multiChannelMember = GCKDeviceCapabilities(rawValue: 1 << 8)
    /// Its volume is a master volume, or fixed.
    public static let masterOrFixedVolume = GCKDeviceCapabilities(rawValue: 1 << 11)
    /// Its volume is an attenuation, or fixed.
    public static let attenuationOrFixedVolume = GCKDeviceCapabilities(rawValue: 1 << 12)
    /// Can be taken into a group on the fly.
    public static let dynamicGroupingSupported = GCKDeviceCapabilities(rawValue: 1 << 16)
}

/// The older name of ``GCKDeviceCapabilities``.
public typealias GCKDeviceCapability = GCKDeviceCapabilities
