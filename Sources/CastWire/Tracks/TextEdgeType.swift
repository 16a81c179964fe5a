/// How the letters of captions are set off.
public struct TextEdgeType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let none = TextEdgeType(rawValue: "NONE")
    public static let outline = TextEdgeType(rawValue: "OUTLINE")
    public static let dropShadow = TextEdgeType(rawValue: "DROP_SHADOW")
    public static let raised = TextEdgeType(rawValue: "RAISED")
    public static let depressed = TextEdgeType(rawValue: "DEPRESSED")
}
