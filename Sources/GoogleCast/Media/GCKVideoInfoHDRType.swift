/// The dynamic range of the picture.
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum GCKVideoInfoHDRType: Int, CaseIterable, Sendable {
    /// The receiver does not say.
    case unknown = -1
    /// Standard.
    case SDR = 0
    /// Dolby Vision.
    case DV = 1
    /// High.
    case HDR = 2
}
