/// The box behind captions.
public struct TextWindowType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let none = TextWindowType(rawValue: "NONE")
    public static let normal = TextWindowType(rawValue: "NORMAL")
    public static let roundedCorners = TextWindowType(rawValue: "ROUNDED_CORNERS")
}
