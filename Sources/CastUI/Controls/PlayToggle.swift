// SPDX-License-Identifier: Apache-2.0

import CastSender
public import CastWire

/// The state of a play/pause button: the current playback state, not the effect of a tap.
public enum PlayToggle: Sendable, Hashable {
    case none
    case playing
    case paused
    /// A live stream is playing, which can be stopped but not paused.
    case playingLive

    /// The icon of the function.
    public var icon: Icon {
        switch self {
        case .none, .paused: .play
        case .playing: .pause
        case .playingLive: .stop
        }
    }

    var key: TextKey {
        switch self {
        case .none, .paused: .play
        case .playing: .pause
        case .playingLive: .stop
        }
    }
}

extension RepeatMode {
    /// The next mode when a button cycles through the modes: off, all, one, all and shuffled, off.
    public var nextMode: RepeatMode {
        switch self {
        case .off: .all
        case .all: .single
        case .single: .allAndShuffle
        default: .off
        }
    }

    var icon: Icon {
        switch self {
        case .all: .repeatAll
        case .single: .repeatSingle
        case .allAndShuffle: .repeatShuffle
        default: .repeatOff
        }
    }

    var key: TextKey {
        switch self {
        case .all: .repeatAll
        case .single: .repeatSingle
        case .allAndShuffle: .repeatShuffle
        default: .repeatOff
        }
    }
}

extension MediaControls {
    /// Whether a request for any of the values is pending.
    func isPending(at instant: ContinuousClock.Instant) -> Bool {
        isPlaying.isPending || streamVolume.isPending || isStreamMuted.isPending || playbackRate.isPending
            || repeatMode.isPending || activeTracks.isPending || position(at: instant).isPending
    }
}
