/// What a text track is for.
public enum GCKMediaTextTrackSubtype: Int, CaseIterable, Sendable {
    /// Not said.
    case unknown = 0
    /// Translates what is said.
    case subtitles = 1
    /// Writes what is said and heard, for the deaf.
    case captions = 3
    /// Says what is seen, for the blind.
    case descriptions = 4
    /// Titles for navigation.
    case chapters = 5
    /// Data for scripts.
    case metadata = 6
}
