/// What stands at a place of a bar.
public enum BarButton: Sendable, Hashable {
    case none, playPause, next, previous, rewind30, forward30, mute, tracks, stop
    /// The app's own, known by a name of the app's; nil is one that it has not given yet.
    case custom(String?)

    /// What a touch on it means; nil for what the app owns and for nothing.
    public var intent: Intent? { self == .mute ? .toggleMute : slot.map(Intent.tap) }

    /// The transport control that it is; nil for mute, for what the app owns and for nothing.
    var slot: MediaSlot? {
        switch self {
        case .playPause: .playPause
        case .next: .next
        case .previous: .previous
        case .rewind30: .rewind(30)
        case .forward30: .forward(30)
        case .tracks: .tracks
        case .stop: .stop
        case .none, .mute, .custom: nil
        }
    }
}
