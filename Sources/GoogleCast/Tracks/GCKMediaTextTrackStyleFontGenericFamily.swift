/// The font of captions where the named one is missing.
public enum GCKMediaTextTrackStyleFontGenericFamily: Int, CaseIterable, Sendable {
    case unknown = -1
    case none = 0
    case sansSerif = 1
    case monospacedSansSerif = 2
    case serif = 3
    case monospacedSerif = 4
    case casual = 5
    case cursive = 6
    case smallCapitals = 7
}
