/// What a track carries.
public struct TrackType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let text = TrackType(rawValue: "TEXT")
    public static let audio = TrackType(rawValue: "AUDIO")
    public static let video = TrackType(rawValue: "VIDEO")
}
