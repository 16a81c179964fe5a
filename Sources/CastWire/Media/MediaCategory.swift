/// What kind of media it is.
public struct MediaCategory: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let audio = MediaCategory(rawValue: "AUDIO")
    public static let video = MediaCategory(rawValue: "VIDEO")
    public static let image = MediaCategory(rawValue: "IMAGE")
}
