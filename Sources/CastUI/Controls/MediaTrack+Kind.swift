import CastWire

extension MediaTrack {
    /// Whether a person can choose it: sound, and text that is shown as text.
    var isSelectable: Bool { trackID != nil && tab != nil }

    /// Where the selector lists it; nil where it does not.
    var tab: TrackChoice.Tab? {
        switch type {
        case .audio?: .audio
        case .text? where subtype != .chapters && subtype != .metadata: .text
        default: nil
        }
    }
}
