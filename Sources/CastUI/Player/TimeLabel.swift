/// What stands at an end of the seek bar.
public enum TimeLabel: Sendable, Equatable {
    case none
    /// In seconds; nil is the no-time text.
    case time(Double?)
    /// The badge of a live stream, and whether it is lit. It has text, not colour alone.
    case live(isAtEdge: Bool)

    /// What is written there; nil for nothing.
    public var label: Label? {
        switch self {
        case .none: nil
        case .time(let seconds): .value(.time(seconds))
        case .live: Label(.live)
        }
    }
}
