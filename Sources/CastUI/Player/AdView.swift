import CastSender
import CastWire

/// What is shown while an ad plays.
public struct AdView: Sendable, Equatable {
    public enum Skip: Sendable, Equatable {
        /// It cannot be skipped; nothing is shown for it.
        case never
        /// In so many whole seconds. Not announced each second.
        case countdown(Int)
        case ready(ControlState)
    }

    public var tag: Label
    public var message: Label
    public var title: Label?
    public var artwork: Artwork?
    /// Which one of how many.
    public var count: Label?
    public var skip: Skip

    /// What is written while it counts down.
    public var countdown: Label? {
        guard case .countdown(let seconds) = skip else { return nil }
        return Label(.skipAdCountdown, .time(Double(seconds)))
    }
}

extension MediaPanel {
    /// Nil while no ad plays.
    public var ad: AdView? {
        guard isPlayingAd, let shown = controls?.snapshot?.currentBreak else { return nil }
        var count: Label?
        if let index = shown.clipIndex, let clips = shown.clipCount, clips > 1 {
            count = Label(.adCount, .number(index + 1), .number(clips))
        }
        return AdView(
            tag: Label(.adTag),
            message: Label(.adInProgress),
            title: shown.clip?.title.nonEmpty.map(Label.text),
            artwork: Artwork(url: shown.clip?.posterURL, purpose: .ad),
            count: count,
            skip: skip(shown.secondsUntilSkippable(at: instant))
        )
    }

    private func skip(_ seconds: Double?) -> AdView.Skip {
        guard let seconds else { return .never }
        if seconds > 0 { return Int(exactly: seconds.rounded(.up)).map(AdView.Skip.countdown) ?? .never }
        let control = control(.skipAd)
        return control.isEnabled ? .ready(control) : .never
    }
}
