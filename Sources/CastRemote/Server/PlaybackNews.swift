import CastUI
import CastWire

/// What of playback is worth a line among what happened: something else that plays, a pause, the end.
///
/// A device reports far more often: around each seek it buffers and plays again.
struct PlaybackNews: Sendable, Equatable {
    private enum Phase: Equatable {
        case idle, playing, paused
    }

    private var phase = Phase.idle
    /// What was said to play.
    private var said: String?

    /// The line for what the device reports now; nil when it was said already.
    mutating func line(_ state: PlayerState?, title: String?) -> Label? {
        let former = phase
        switch state {
        case .playing?:
            phase = .playing
            if former != .idle, title == said { return former == .paused ? Label(.statePlaying) : nil }
            said = title
            return title.map { Label(.logPlaying, .text($0)) } ?? Label(.statePlaying)
        case .paused?:
            phase = .paused
            return former == .paused ? nil : Label(.logPaused)
        case .idle?, nil:
            self = PlaybackNews()
            return former == .idle ? nil : Label(.logStopped)
        default: return nil
        }
    }
}
