// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The content that is shown during an ad.
public struct AdView: Sendable, Equatable {
    /// Whether the ad can be skipped.
    public enum Skip: Sendable, Equatable {
        /// The ad cannot be skipped. No control is shown.
        case never
        /// The ad can be skipped in a number of seconds. The countdown is not announced.
        case countdown(Int)
        /// The ad can be skipped now.
        case ready(ControlState)
    }

    /// The short mark of an ad, such as "Ad".
    public var tag: ControlLabel
    /// The text that an ad is playing.
    public var message: ControlLabel
    /// The title of the ad; nil without one.
    public var title: ControlLabel?
    /// The picture of the ad; nil without one.
    public var artwork: ArtworkReference?
    /// The index of the ad and the number of ads in the break.
    public var count: ControlLabel?
    /// Whether and when the ad can be skipped.
    public var skip: Skip

    /// The text of the countdown; nil if there is none.
    public var countdown: ControlLabel? {
        guard case .countdown(let seconds) = skip else { return nil }
        return ControlLabel(.skipAdCountdown, .time(Double(seconds)))
    }
}

extension MediaPanel {
    /// The ad that is playing; nil if none is.
    public var ad: AdView? {
        guard isPlayingAd, let shown = controls?.snapshot?.currentBreak else { return nil }
        var count: ControlLabel?
        if let index = shown.clipIndex, let clips = shown.clipCount, clips > 1 {
            count = ControlLabel(.adCount, .number(index + 1), .number(clips))
        }
        return AdView(
            tag: ControlLabel(.adTag),
            message: ControlLabel(.adInProgress),
            title: shown.clip?.title.nonEmpty.map(ControlLabel.text),
            artwork: ArtworkReference(url: shown.clip?.posterURL, purpose: .ad),
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
