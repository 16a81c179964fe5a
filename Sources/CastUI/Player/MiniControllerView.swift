// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The content of the mini controller, a bar that an app shows on its screens while casting.
public struct MiniControllerView: Sendable, Equatable {
    /// The progress of playback.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Progress: Sendable, Equatable {
        /// A live stream, or media of unknown duration.
        case none
        /// The played fraction, 0…1.
        case share(Double)
        case loading
    }

    /// Whether the expanded controller covers the mini controller.
    public var isCovered: Bool
    /// The picture of the media; nil without one.
    public var artwork: ArtworkReference?
    /// The title of the media, or the state of the player.
    public var title: ControlLabel
    /// The second line about the media; nil without one.
    public var subtitle: ControlLabel?
    /// The device that is casting. It is always visible.
    public var deviceLine: ControlLabel
    /// The progress of playback.
    public var progress: Progress
    /// The function of the play button.
    public var toggle: PlayToggle
    /// Three slots, from the left.
    public var buttons: [BarSlotView]
    /// The message about the next item; nil while there is none.
    public var upNext: UpNextView?
    /// What a tap on the controller does, for screen readers.
    public var hint: ControlLabel

    /// The lines below the title: the "up next" message while there is one, or else the subtitle, and then the device.
    public var lines: [ControlLabel] { [upNext?.message ?? subtitle, deviceLine].compactMap(\.self) }
}

extension CastUIState {
    /// Returns the content of the mini controller; nil while there is no media to control. Hosts then reserve no space.
    public func mini(at instant: ContinuousClock.Instant) -> MiniControllerView? {
        let panel = panel(at: instant)
        guard panel.isActive, let device = session.device else { return nil }
        let metadata = panel.media?.metadata
        return MiniControllerView(
            isCovered: openExpanded != nil,
            artwork: options.miniShowsThumbnail ? metadata?.artwork(.mini) : nil,
            title: panel.title,
            subtitle: metadata?.smartSubtitle,
            deviceLine: ControlLabel(.castingTo, .text(device.friendlyName)),
            progress: panel.progress,
            toggle: panel.toggle,
            buttons: slots(options.miniButtons, panel),
            upNext: upNext(at: instant),
            hint: ControlLabel(.openControlsHint)
        )
    }

    /// Whether a container reserves space for the mini controller.
    public func containerShowsMini(at instant: ContinuousClock.Instant) -> Bool {
        options.isMiniItemEnabled && openExpanded == nil && panel(at: instant).isActive
    }
}

extension MediaPanel {
    fileprivate var progress: MiniControllerView.Progress {
        if isLoading { return .loading }
        guard let duration, duration > 0, let position else { return .none }
        return .share(min(max(position / duration, 0), 1))
    }
}
