/// Why a control cannot be used.
public enum DisabledReason: Sendable, Hashable, CaseIterable {
    case noSession, noMedia, unsupported, adPlaying, live, fixedVolume, noTracks, noNext, noPrevious
    /// Not in this moment: loading, or not yet skippable.
    case notYet
    /// It would change nothing.
    case already

    /// What a person is told; nil where the screen says it.
    public var text: TextKey? {
        switch self {
        case .noSession: .reasonNoSession
        case .noMedia: .reasonNoMedia
        case .unsupported: .reasonUnsupported
        case .adPlaying: .reasonAd
        case .live: .reasonLive
        case .fixedVolume: .reasonFixedVolume
        case .noTracks: .reasonNoTracks
        case .noNext: .reasonNoNext
        case .noPrevious: .reasonNoPrevious
        case .notYet: .reasonNotYet
        case .already: nil
        }
    }
}
