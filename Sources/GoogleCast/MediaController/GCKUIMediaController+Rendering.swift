// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import CastWire
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// Renders the state in the controls. `MediaPanel` alone determines which controls are enabled.

extension GCKUIMediaController {
    func render(isTick: Bool) {
        guard let widgets else { return renderNothing() }
        let panel = widgets.panel
        let advances = panel.playerState == .playing || panel.isLive
        ticker.run(every: advances ? .seconds(1) : nil, sleep: widgets.sleep) { [weak self] in
            self?.update(isTick: true)
        }
        renderButtons(panel)
        renderPosition(panel, widgets)
        renderTexts(panel, widgets)
        renderMetadata(widgets)
        renderImages(widgets)
        renderControllers(panel, isTick: isTick)
    }

    /// Disables and clears all controls if there is no context.
    private func renderNothing() {
        let buttons: [UIControl?] = [
            playButton, pauseButton, playPauseToggleButton, stopButton, forward30SecondsButton, rewind30SecondsButton,
            pauseQueueButton, nextButton, previousButton, repeatModeButton, tracksButton, skipAdButton,
        ]
        for button in buttons + seekControls.map(\.control) { button?.isEnabled = false }
        positionSlider.show(nil, nil, isFree: false)
        for button in [playPauseToggleButton, repeatModeButton] { button?.buttonState = 0 }
        streamProgressView?.progress = 0
        mediaLoadingIndicator?.stopAnimating()
        let localizer = GCKUIUtils.localizer
        for label in [streamPositionLabel, streamDurationLabel] { write(localizer.time(nil), to: label) }
        write(localizer.remaining(nil, isNegative: displayTimeRemainingAsNegativeValue), to: streamTimeRemainingLabel)
        for label in [smartSubtitleLabel, skipAdLabel] { write("", to: label) }
        skipAdLabel?.isHidden = true
        for bound in metadataViews { write("", to: bound) }
        for bound in boundImages { bound.clear() }
    }

    private func renderButtons(_ panel: MediaPanel) {
        let buttons: [(UIControl?, MediaSlot)] = [
            (playButton, .play), (pauseButton, .pause), (playPauseToggleButton, .playPause), (stopButton, .stop),
            (forward30SecondsButton, .forward(30)), (rewind30SecondsButton, .rewind(30)),
            (pauseQueueButton, .pauseAfterItem), (nextButton, .next), (previousButton, .previous),
            (repeatModeButton, .repeatMode), (tracksButton, .tracks), (skipAdButton, .skipAd),
        ]
        for (button, slot) in buttons + seekControls.map({ ($0.control, $0.slot) }) {
            guard let button else { continue }
            let isFree = panel.control(slot).isFree
            if button.isEnabled != isFree { button.isEnabled = isFree }
        }
        if let button = playPauseToggleButton {
            let state: UInt =
                switch panel.toggle {
                case .none: 0
                case .playing: GCKUIButtonStatePlay
                case .playingLive: GCKUIButtonStatePlayLive
                case .paused: GCKUIButtonStatePause
                }
            if button.buttonState != state { button.buttonState = state }
        }
        if let button = repeatModeButton {
            let state: UInt =
                switch panel.repeatMode {
                case .all: GCKUIButtonStateRepeatAll
                case .single: GCKUIButtonStateRepeatSingle
                case .allAndShuffle: GCKUIButtonStateShuffle
                default: GCKUIButtonStateRepeatOff
                }
            if button.buttonState != state { button.buttonState = state }
        }
        guard let indicator = mediaLoadingIndicator, indicator.isAnimating != panel.showsActivity else { return }
        if panel.showsActivity { indicator.startAnimating() } else { indicator.stopAnimating() }
    }

    private func renderPosition(_ panel: MediaPanel, _ widgets: ContextWidgets) {
        let duration = panel.duration.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        let range = panel.isLive ? panel.liveRange : duration.map { 0...$0 }
        let present = shownPosition(panel)
        positionSlider.show(range, present, isFree: panel.control(.seek).isFree && range != nil)
        let position = positionSlider.draggedPosition ?? present
        if let view = streamProgressView {
            let progress = duration.flatMap { duration in position.map { Float($0 / duration) } } ?? 0
            let value = min(max(progress, 0), 1)
            if view.progress != value { view.progress = value }
            let alpha: CGFloat = duration == nil ? 0.5 : 1
            if view.alpha != alpha { view.alpha = alpha }
        }
        let localizer = widgets.localizer
        write(localizer.time(position), to: streamPositionLabel)
        write(localizer.time(duration), to: streamDurationLabel)
        let remaining = duration.flatMap { duration in position.map { max(0, duration - $0) } }
        let isNegative = displayTimeRemainingAsNegativeValue
        write(localizer.remaining(remaining, isNegative: isNegative), to: streamTimeRemainingLabel)
        hideForLive(hideStreamPositionControlsForLiveContent && panel.isLive)
    }

    private var positionViews: [UIView?] {
        [positionSlider.slider, streamProgressView, streamPositionLabel, streamDurationLabel]
    }

    private func hideForLive(_ hides: Bool) {
        guard hides != hidesForLive else { return }
        hidesForLive = hides
        for view in positionViews { view?.isHidden = hides }
    }

    /// Updates the visibility of a position view that was replaced by another one.
    func rebound(_ view: UIView?, insteadOf former: UIView?) {
        if hidesForLive, former !== view {
            former?.isHidden = false
            view?.isHidden = true
        }
        update()
    }

    private func renderTexts(_ panel: MediaPanel, _ widgets: ContextWidgets) {
        if let label = smartSubtitleLabel {
            write(panel.media?.metadata?.smartSubtitle.map(widgets.localizer.text) ?? "", to: label)
        }
        guard let label = skipAdLabel else { return }
        let countdown = panel.ad?.countdown
        write(countdown.map(widgets.localizer.text) ?? "", to: label)
        if label.isHidden != (countdown == nil) { label.isHidden = countdown == nil }
    }

    func write(_ text: String, to label: UILabel?) {
        if let label, label.text != text { label.text = text }
    }

    /// The current position, or the target of a pending seek.
    func shownPosition(_ panel: MediaPanel) -> TimeInterval? {
        let position = panel.position
        guard let held = pendingPosition else { return position }
        let isKnown = panel.controls?.position(at: panel.instant).requested != nil
        if position == nil || isKnown || panel.disabledReason(for: .seek) != nil || panel.instant >= held.until {
            pendingPosition = nil
            return position
        }
        return held.value
    }
}
