/// How a device's volume can be changed.
public struct VolumeControlType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device attenuates its output. The default.
    public static let attenuation = VolumeControlType(rawValue: "attenuation")

    /// The volume cannot be changed: SET_VOLUME has no effect.
    public static let fixed = VolumeControlType(rawValue: "fixed")

    /// The volume of the whole system, such as a television's own.
    public static let master = VolumeControlType(rawValue: "master")

    public static func spelling(of word: String) -> String { word.lowercased() }
}
