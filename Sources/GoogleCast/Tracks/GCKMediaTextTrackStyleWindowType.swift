/// The box behind captions.
public enum GCKMediaTextTrackStyleWindowType: Int, CaseIterable, Sendable {
    case unknown = -1
    case none = 0
    case normal = 1
    case roundedCorners = 2
}
