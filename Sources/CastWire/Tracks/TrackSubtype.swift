/// What a text track is for.
public struct TrackSubtype: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Translation of what is said.
    public static let subtitles = TrackSubtype(rawValue: "SUBTITLES")

    /// What is said and heard, for the deaf.
    public static let captions = TrackSubtype(rawValue: "CAPTIONS")

    /// What is seen, for the blind.
    public static let descriptions = TrackSubtype(rawValue: "DESCRIPTIONS")

    /// Titles for navigation.
    public static let chapters = TrackSubtype(rawValue: "CHAPTERS")

    /// Data for scripts.
    public static let metadata = TrackSubtype(rawValue: "METADATA")
}
