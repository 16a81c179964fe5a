// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The content of the expanded controller: all information about the current media, on one screen.
public struct ExpandedControllerView: Sendable, Equatable {
    /// Which of its forms the controller shows.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Stage: Sendable, Hashable {
        /// The controller was opened before media was loaded.
        case waiting
        case loading, active, ad
    }

    /// Which of its forms the controller shows.
    public var stage: Stage
    /// The picture of the media or of the ad; nil without one.
    public var artwork: ArtworkReference?
    /// Whether text is drawn over artwork and needs a scrim below it.
    public var needsScrim: Bool
    /// The title of the media, or the state of the player.
    public var title: ControlLabel
    /// The second line about the media; nil without one.
    public var subtitle: ControlLabel?
    /// The line with the name of the device.
    public var deviceLine: ControlLabel
    /// The state of the player.
    public var state: ControlLabel
    /// Whether an activity indicator is shown.
    public var showsActivity: Bool
    /// The seek bar.
    public var seekBar: SeekBarView
    /// The label at the left of the seek bar: the position.
    public var left: TimeLabel
    /// The label at the right of the seek bar: the duration, or that the stream is live.
    public var right: TimeLabel
    /// Seeks to the live edge; nil if the stream is not live or has no seekable range.
    public var jumpToLive: ControlState?
    /// The function of the central play button.
    public var toggle: PlayToggle
    /// The state of the central play button; ``toggle`` is its function.
    public var center: ControlState
    /// Four slots from the left, two on each side of the center.
    public var buttons: [BarSlotView]
    /// The control of the repeat mode.
    public var repeatMode: ControlState
    /// The ad that is playing; nil while none is.
    public var ad: AdView?
    /// The playback rate selection; nil if the rate cannot be changed.
    public var rate: RateView?
    /// The cast button.
    public var castButton: CastButtonView
    /// The controls of the volume.
    public var volume: VolumeView
    /// Whether there is a queue to show.
    public var hasQueue: Bool
    /// The message about the next item; nil while there is none.
    public var upNext: UpNextView?
    /// A notice about a command that had no effect; nil if there is none.
    public var notice: ControlLabel?
    /// The name of the control that closes the controller.
    public var collapse: ControlLabel
}

extension CastUIState {
    /// Returns the content of the expanded controller; nil while it is not shown.
    public func expanded(at instant: ContinuousClock.Instant) -> ExpandedControllerView? {
        openExpanded == nil ? nil : allControls(at: instant)
    }

    /// Returns the content of the expanded controller for a skin that always shows all controls, such as a terminal.
    public func allControls(at instant: ContinuousClock.Instant) -> ExpandedControllerView {
        let panel = panel(at: instant)
        let metadata = panel.media?.metadata
        let ad = panel.ad
        let artwork = ad?.artwork ?? metadata?.artwork(.background)
        let isWaiting = !panel.isActive
        let seekBar = seekBar(panel)
        return ExpandedControllerView(
            stage: isWaiting ? .waiting : ad != nil ? .ad : panel.isLoading || !panel.isLoaded ? .loading : .active,
            artwork: artwork,
            needsScrim: artwork != nil,
            title: isWaiting ? ControlLabel(.stateLoading) : panel.title,
            subtitle: metadata?.smartSubtitle,
            deviceLine: ControlLabel(.castingTo, .text(session.device?.friendlyName ?? "")),
            state: ControlLabel(isWaiting ? .stateLoading : panel.stateKey),
            showsActivity: isWaiting || panel.showsActivity || !panel.isLoaded,
            seekBar: seekBar,
            left: left(panel, drag: openExpanded?.drag),
            right: right(panel),
            jumpToLive: jumpToLive(panel),
            toggle: panel.toggle,
            center: panel.control(.playPause),
            buttons: slots(options.expandedButtons, panel),
            repeatMode: panel.control(.repeatMode),
            ad: ad,
            rate: rate(panel),
            castButton: castButton,
            volume: volumeView,
            hasQueue: hasQueue(panel),
            upNext: upNext(at: instant),
            notice: notice.map { .phrase($0.phrase) },
            collapse: ControlLabel(.collapse)
        )
    }

    private func left(_ panel: MediaPanel, drag: Double?) -> TimeLabel {
        guard !panel.isStillImage else { return .none }
        if panel.isLive, options.hidesPositionForLive || panel.liveRange == nil { return .none }
        return .time(drag ?? panel.position)
    }

    private func right(_ panel: MediaPanel) -> TimeLabel {
        guard !panel.isStillImage else { return .none }
        if panel.isLive { return options.hidesPositionForLive ? .none : .live(isAtEdge: panel.isAtLiveEdge) }
        return panel.isLoaded && panel.duration == nil ? .none : .time(panel.duration)
    }

    private func jumpToLive(_ panel: MediaPanel) -> ControlState? {
        guard panel.liveRange != nil else { return nil }
        let reason = panel.disabledReason(for: .seek) ?? (panel.isAtLiveEdge ? .already : nil)
        return ControlState(label: ControlLabel(.jumpToLive), reason: reason, isBusy: panel.isBusy)
    }
}

/// A slot of a button bar. A slot without a control is empty.
public struct BarSlotView: Sendable, Equatable {
    /// The button that the options place in the slot.
    public var button: BarButton
    /// The state of the control; nil for an empty slot, and for a control that the app draws.
    public var control: ControlState?
    /// The icon of the control; nil for an empty slot and for a control without icon.
    public var icon: Icon?
}

extension CastUIState {
    func slots(_ buttons: [BarButton], _ panel: MediaPanel) -> [BarSlotView] {
        buttons.map { button in
            if button == .mute {
                let volume = volumeView
                return BarSlotView(button: button, control: volume.mute, icon: volume.icon)
            }
            guard let slot = button.slot else { return BarSlotView(button: button) }
            return BarSlotView(button: button, control: panel.control(slot), icon: panel.icon(slot))
        }
    }
}

/// The content of the playback rate selection.
public struct RateView: Sendable, Equatable {
    /// The playback rate, or the pending one; 1 is normal speed.
    public var rate: Double
    /// The rates that the user can select.
    public var options: [Double]
    /// The state of the selection.
    public var control: ControlState

    /// The playback rates that receivers accept.
    public static var limits: ClosedRange<Double> { 0.5...2 }
}

extension CastUIState {
    /// Returns the playback rate selection; nil if the rate cannot be changed.
    func rate(_ panel: MediaPanel) -> RateView? {
        guard !panel.isStillImage, let rate = panel.rate else { return nil }
        let control = panel.control(.rate)
        guard control.reason != .unsupported else { return nil }
        return RateView(rate: rate, options: options.playbackRates, control: control)
    }
}
