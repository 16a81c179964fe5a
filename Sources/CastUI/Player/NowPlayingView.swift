// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// What the system shows about the cast media outside of the app: on the lock screen, in the control center, on a watch or
/// in a car.
public struct NowPlayingView: Sendable, Equatable {
    /// A command of the system, such as the button of a headset.
    public enum Command: Sendable, Hashable, CaseIterable {
        case play, pause, playPause, next, previous
        /// Seeks by ``skipInterval``.
        case forward, rewind
        /// Seeks to a position, with ``NowPlayingView/seek(to:)``.
        case seek

        /// The control that the command operates.
        var slot: MediaSlot {
            switch self {
            case .play: .play
            case .pause: .pause
            case .playPause: .playPause
            case .next: .next
            case .previous: .previous
            case .forward: .forward(NowPlayingView.skipInterval)
            case .rewind: .rewind(NowPlayingView.skipInterval)
            case .seek: .seek
            }
        }
    }

    /// The title of the media, or the state of the player.
    public var title: ControlLabel
    /// The second line about the media, or the device if there is none.
    public var subtitle: ControlLabel
    /// The picture of the media; nil without one.
    public var artwork: ArtworkReference?
    /// The position in seconds at the instant of the view; nil if there is none to show.
    public var position: Double?
    /// The duration in seconds; nil if it is unknown, and for live streams.
    public var duration: Double?
    /// How fast the position advances: 1 is normal speed, 0 does not advance.
    public var rate: Double
    /// Whether the media is a live stream.
    public var isLive: Bool
    /// The commands that the device accepts now.
    public var commands: Set<Command>

    /// The distance of ``Command/forward`` and ``Command/rewind``, in seconds.
    public static var skipInterval: Double { 30 }

    /// Returns the action of a command; nil if the device does not accept it now.
    public func intent(for command: Command) -> Intent? {
        guard command != .seek, commands.contains(command) else { return nil }
        return .tap(command.slot)
    }

    /// Returns the action of a seek; nil if the device does not accept it now.
    ///
    /// - Parameter position: The target in seconds. It is limited to the media.
    public func seek(to position: Double) -> Intent? {
        guard commands.contains(.seek), position.isFinite else { return nil }
        return .seek(to: min(max(position, 0), duration ?? .infinity))
    }
}

extension CastUIState {
    /// Returns what the system shows about the cast media; nil while there is no media to control.
    public func nowPlaying(at instant: ContinuousClock.Instant) -> NowPlayingView? {
        let panel = panel(at: instant)
        guard panel.isLoaded, let device = session.device else { return nil }
        let metadata = panel.media?.metadata
        let advances = panel.playerState == .playing && panel.toggle != .paused && !panel.isStillImage
        return NowPlayingView(
            title: panel.title,
            subtitle: metadata?.smartSubtitle ?? ControlLabel(.castingTo, .text(device.friendlyName)),
            artwork: metadata?.artwork(.background),
            position: panel.isStillImage ? nil : panel.position,
            duration: panel.duration,
            rate: advances ? panel.rate ?? 1 : 0,
            isLive: panel.isLive,
            commands: Set(NowPlayingView.Command.allCases.filter { panel.disabledReason(for: $0.slot) == nil })
        )
    }
}
