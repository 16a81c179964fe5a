// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import CastWire
import Foundation

// The helper controllers for an app's custom controls. Values that this file assigns to them are not requests.

extension GCKUIMediaController {
    func adopt(_ controller: GCKUIPlayPauseToggleController?, insteadOf former: GCKUIPlayPauseToggleController?) {
        if former?.owner === self, former !== controller { former?.owner = nil }
        controller?.owner = self
        // Overrides receive this initial value. `update()` corrects it if input is enabled.
        controller?.inputEnabled = false
        pendingToggle = nil
        update()
    }

    #if canImport(ObjectiveC)
    @nonobjc
    #endif
    func adopt(_ controller: GCKUIStreamPositionController?, insteadOf former: GCKUIStreamPositionController?) {
        if former?.owner === self, former !== controller { former?.owner = nil }
        controller?.owner = self
        // Overrides receive this initial value. `update()` corrects it if input is enabled.
        controller?.inputEnabled = false
        writtenPosition = nil
        update()
    }

    #if canImport(ObjectiveC)
    @nonobjc
    #endif
    func adopt(_ controller: GCKUIPlaybackRateController?, insteadOf former: GCKUIPlaybackRateController?) {
        if former?.owner === self, former !== controller { former?.owner = nil }
        controller?.owner = self
        // Overrides receive this initial value. `update()` corrects it if input is enabled.
        controller?.inputEnabled = false
        pendingRate = nil
        update()
    }

    // MARK: Requests of the app

    /// Handles a state that the app assigned: sends the command that leads to it.
    func wasAssigned(_ state: GCKUIPlayPauseState, of controller: GCKUIPlayPauseToggleController) {
        guard !isAssigning, controller === playPauseToggleController, let widgets else { return }
        let panel = widgets.panel
        let requestedToggle: PlayToggle =
            switch state {
            case .none: panel.toggle
            case .play: panel.isLive ? .playingLive : .playing
            case .pause: .paused
            }
        if requestedToggle != panel.toggle, panel.disabledReason(for: .playPause) == nil {
            pendingToggle = PendingControlValue(requestedToggle, insteadOf: panel.toggle, from: panel.instant)
            widgets.act(.tap(.playPause))
        }
        update()
    }

    /// Handles a position that the app assigned: seeks to it.
    func wasAssigned(position: TimeInterval, of controller: GCKUIStreamPositionController) {
        guard !isAssigning, controller === streamPositionController else { return }
        writtenPosition = nil
        seek(to: position)
    }

    /// Handles a playback rate that the app assigned: requests it from the receiver.
    func wasAssigned(rate: Float, of controller: GCKUIPlaybackRateController) {
        guard !isAssigning, controller === playbackRateController, let widgets else { return }
        let panel = widgets.panel
        if rate.isFinite, panel.disabledReason(for: .rate) == nil {
            let limits = RateView.limits
            let rate = min(max(Double(rate), limits.lowerBound), limits.upperBound)
            if rate != panel.rate {
                pendingRate = PendingControlValue(rate, insteadOf: panel.rate, from: panel.instant)
                widgets.act(.setRate(rate))
            }
        }
        update()
    }

    // MARK: Rendering

    func renderControllers(_ panel: MediaPanel, isTick: Bool) {
        let wasAssigning = isAssigning
        isAssigning = true
        defer { isAssigning = wasAssigning }
        renderToggle(panel)
        renderPosition(panel, isTick: isTick)
        renderRate(panel)
    }

    private func renderToggle(_ panel: MediaPanel) {
        guard let controller = playPauseToggleController else { return }
        if pendingToggle?.holds(against: panel.toggle, at: panel.instant) == false { pendingToggle = nil }
        let state: GCKUIPlayPauseState =
            switch pendingToggle?.value ?? panel.toggle {
            case .none: .none
            case .playing, .playingLive: .play
            case .paused: .pause
            }
        if controller.playPauseState != state { controller.playPauseState = state }
        let isFree = panel.control(.playPause).isFree
        if controller.inputEnabled != isFree { controller.inputEnabled = isFree }
    }

    private func renderPosition(_ panel: MediaPanel, isTick: Bool) {
        guard let controller = streamPositionController else { return }
        let duration = panel.duration ?? kGCKInvalidTimeInterval
        if !controller.streamDuration.isSame(as: duration) { controller.streamDuration = duration }
        let position = shownPosition(panel) ?? kGCKInvalidTimeInterval
        let isAdvancing = panel.playerState == .playing && !panel.isPlayingAd
        let written = writtenPosition
        let isDue: Bool =
            if let written {
                position.isNaN != written.position.isNaN || written.isAdvancing != isAdvancing
                    || isTick && isAdvancing || abs(written.expected(at: panel.instant) - position) > 0.25
            } else {
                true
            }
        if isDue {
            writtenPosition = WrittenPosition(position: position, instant: panel.instant, isAdvancing: isAdvancing)
            if !controller.streamPosition.isSame(as: position) { controller.streamPosition = position }
        }
        let isFree = panel.control(.seek).isFree
        if controller.inputEnabled != isFree { controller.inputEnabled = isFree }
    }

    private func renderRate(_ panel: MediaPanel) {
        guard let controller = playbackRateController else { return }
        if pendingRate?.holds(against: panel.rate, at: panel.instant) == false { pendingRate = nil }
        if let rate = pendingRate?.value ?? panel.rate, controller.playbackRate != Float(rate) {
            controller.playbackRate = Float(rate)
        }
        let isFree = panel.control(.rate).isFree
        if controller.inputEnabled != isFree { controller.inputEnabled = isFree }
    }
}

/// The last position written to the position controller.
struct WrittenPosition {
    let position: TimeInterval
    let instant: ContinuousClock.Instant
    let isAdvancing: Bool

    func expected(at instant: ContinuousClock.Instant) -> TimeInterval {
        isAdvancing ? position + self.instant.seconds(to: instant) : position
    }
}

extension TimeInterval {
    /// Returns whether two times are equal, treating NaN as equal to NaN.
    fileprivate func isSame(as other: TimeInterval) -> Bool { self == other || isNaN && other.isNaN }
}
