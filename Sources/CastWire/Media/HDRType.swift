/// The dynamic range of the picture.
public struct HDRType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Standard dynamic range.
    public static let standard = HDRType(rawValue: "sdr")

    /// High dynamic range.
    public static let high = HDRType(rawValue: "hdr")

    /// Dolby Vision.
    public static let dolbyVision = HDRType(rawValue: "dv")

    public static func spelling(of word: String) -> String { word.lowercased() }
}
