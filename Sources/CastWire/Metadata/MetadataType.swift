/// Which keys of a ``MediaMetadata`` to expect. Numbers from 100 on are applications' own.
public struct MetadataType: WireNumber, ExpressibleByIntegerLiteral {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(integerLiteral value: Int) { rawValue = value }

    public static let generic: MetadataType = 0
    public static let movie: MetadataType = 1
    public static let tvShow: MetadataType = 2
    public static let musicTrack: MetadataType = 3
    public static let photo: MetadataType = 4
    public static let audiobookChapter: MetadataType = 5
}
