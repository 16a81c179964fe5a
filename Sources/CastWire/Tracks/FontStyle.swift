/// The style of captions.
public struct FontStyle: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let normal = FontStyle(rawValue: "NORMAL")
    public static let bold = FontStyle(rawValue: "BOLD")
    public static let boldItalic = FontStyle(rawValue: "BOLD_ITALIC")
    public static let italic = FontStyle(rawValue: "ITALIC")
}
