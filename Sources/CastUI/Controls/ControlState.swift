// SPDX-License-Identifier: Apache-2.0

/// The state of a control, as a skin renders it.
public struct ControlState: Sendable, Equatable {
    /// The reason why the control is disabled; nil if it is enabled.
    public var reason: DisabledReason?
    /// Whether a request is in flight. Sliders stay usable meanwhile; the GCK controllers disable all controls.
    public var isBusy: Bool
    /// The name of the control.
    public var label: ControlLabel
    /// The value of the control, for screen readers.
    public var value: ControlLabel?
    /// A description of the effect, for screen readers.
    public var hint: ControlLabel?

    /// Creates the state of a control, which is enabled if there is no reason.
    public init(
        label: ControlLabel,
        reason: DisabledReason? = nil,
        isBusy: Bool = false,
        value: ControlLabel? = nil,
        hint: ControlLabel? = nil
    ) {
        self.reason = reason
        self.isBusy = isBusy
        self.label = label
        self.value = value
        self.hint = hint
    }

    /// Whether there is no reason against using the control.
    public var isEnabled: Bool { reason == nil }

    /// Whether the control is enabled and no request is in flight.
    public var isFree: Bool { isEnabled && !isBusy }
}

/// The reason why a control is disabled.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum DisabledReason: Sendable, Hashable, CaseIterable {
    case noSession, noMedia, unsupported, adPlaying, live, fixedVolume, noTracks, noNext, noPrevious
    /// Not at this moment: media is loading, or the ad cannot be skipped yet.
    case notYet
    /// The control would have no effect.
    case already

    /// The text for the user; nil if the state of the control is self-explanatory.
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

/// A control for the current media.
public enum MediaSlot: Sendable, Hashable {
    case play, pause
    /// Toggles between play and pause, or between play and stop for a live stream.
    case playPause
    case stop
    /// Seeks forward by a number of seconds.
    case forward(Double)
    /// Seeks back by a number of seconds.
    case rewind(Double)
    case next, previous
    /// Pauses after the current item has ended.
    case pauseAfterItem
    case repeatMode, seek, tracks, skipAd, rate
}
