/// Which keys a ``GCKMediaMetadata`` has.
public enum GCKMediaMetadataType: Int, CaseIterable, Sendable {
    case generic = 0
    case movie = 1
    case tvShow = 2
    case musicTrack = 3
    case photo = 4
    case audioBookChapter = 5
    /// An application's own type: this number or a higher one.
    case user = 100
}
