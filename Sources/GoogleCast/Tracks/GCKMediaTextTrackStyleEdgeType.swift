/// How the letters of captions are set off.
public enum GCKMediaTextTrackStyleEdgeType: Int, CaseIterable, Sendable {
    case unknown = -1
    case none = 0
    case outline = 1
    case dropShadow = 2
    case raised = 3
    case depressed = 4
}
