/// The font of captions where the named one is missing.
public struct FontGenericFamily: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sansSerif = FontGenericFamily(rawValue: "SANS_SERIF")
    public static let monospacedSansSerif = FontGenericFamily(rawValue: "MONOSPACED_SANS_SERIF")
    public static let serif = FontGenericFamily(rawValue: "SERIF")
    public static let monospacedSerif = FontGenericFamily(rawValue: "MONOSPACED_SERIF")
    public static let casual = FontGenericFamily(rawValue: "CASUAL")
    public static let cursive = FontGenericFamily(rawValue: "CURSIVE")
    public static let smallCapitals = FontGenericFamily(rawValue: "SMALL_CAPITALS")
}
