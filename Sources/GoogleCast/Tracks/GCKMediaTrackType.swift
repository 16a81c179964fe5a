/// What a track carries.
public enum GCKMediaTrackType: Int, CaseIterable, Sendable {
    case unknown = 0
    case text = 1
    case audio = 2
    case video = 3
}
