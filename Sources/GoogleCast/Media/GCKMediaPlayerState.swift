// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// The state of a media player.
#if canImport(ObjectiveC)
@objc(GCKMediaPlayerState)
#endif
public enum GCKMediaPlayerState: Int, CaseIterable, Sendable {
    /// The state is unknown.
    case unknown = 0
    /// The player has no media.
    case idle = 1
    /// The media is playing.
    case playing = 2
    /// The media is paused.
    case paused = 3
    /// The player is buffering.
    case buffering = 4
    /// The player is loading media.
    case loading = 5
}

/// The reason why a media player is idle.
#if canImport(ObjectiveC)
@objc(GCKMediaPlayerIdleReason)
#endif
public enum GCKMediaPlayerIdleReason: Int, CaseIterable, Sendable {
    /// The player isn't idle, or the receiver doesn't report a reason.
    case none = 0
    /// The media played to its end.
    case finished = 1
    /// A sender stopped the media.
    case cancelled = 2
    /// Other media was loaded.
    case interrupted = 3
    /// The media couldn't be played.
    case error = 4
}

// The commands that a media session supports, as bits of its status.

/// Pausing and resuming.
public let kGCKMediaCommandPause: Int = 1 << 0
/// Seeking.
public let kGCKMediaCommandSeek: Int = 1 << 1
/// Setting the stream volume.
public let kGCKMediaCommandSetVolume: Int = 1 << 2
/// Muting the stream.
public let kGCKMediaCommandToggleMute: Int = 1 << 3
/// Skipping forward. Set by early receivers only.
public let kGCKMediaCommandSkipForward: Int = 1 << 4
/// Skipping backward. Set by early receivers only.
public let kGCKMediaCommandSkipBackward: Int = 1 << 5
/// Jumping to the next item of the queue.
public let kGCKMediaCommandQueueNext: Int = 1 << 6
/// Jumping to the previous item of the queue.
public let kGCKMediaCommandQueuePrevious: Int = 1 << 7
/// Shuffling the queue.
public let kGCKMediaCommandQueueShuffle: Int = 1 << 8
/// Skipping the current ad.
public let kGCKMediaCommandSkipAd: Int = 1 << 9
/// Repeating the queue.
public let kGCKMediaCommandQueueRepeatAll: Int = 1 << 10
/// Repeating the current item.
public let kGCKMediaCommandQueueRepeatOne: Int = 1 << 11
/// Repeating both the queue and the current item.
public let kGCKMediaCommandQueueRepeat: Int = kGCKMediaCommandQueueRepeatAll | kGCKMediaCommandQueueRepeatOne
/// Selecting tracks.
public let kGCKMediaCommandEditTracks: Int = 1 << 12
/// Setting the playback rate.
public let kGCKMediaCommandSetPlaybackRate: Int = 1 << 13
/// Liking the media.
public let kGCKMediaCommandLike: Int = 1 << 14
/// Disliking the media.
public let kGCKMediaCommandDislike: Int = 1 << 15
/// Following the creator of the media.
public let kGCKMediaCommandFollow: Int = 1 << 16
/// Unfollowing the creator of the media.
public let kGCKMediaCommandUnfollow: Int = 1 << 17
/// Transferring the stream to another device.
public let kGCKMediaCommandStreamTransfer: Int = 1 << 18

/// The value of an invalid or unset time: NaN. Compare with ``GCKIsValidTimeInterval(_:)``, because NaN is never equal
/// to itself.
public let kGCKInvalidTimeInterval: TimeInterval = .nan

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns whether a time is valid. Infinity is valid: it means a live stream, or the end of the media.
public func GCKIsValidTimeInterval(_ timeInterval: TimeInterval) -> Bool {
    !timeInterval.isNaN
}

extension GCKMediaPlayerState: WireStringMapped {
    static let words: [GCKMediaPlayerState: PlayerState] = [
        .idle: .idle, .playing: .playing, .paused: .paused, .buffering: .buffering, .loading: .loading,
    ]
    static let defaultCase = GCKMediaPlayerState.unknown
}

extension GCKMediaPlayerIdleReason: WireStringMapped {
    static let words: [GCKMediaPlayerIdleReason: IdleReason] = [
        .finished: .finished, .cancelled: .cancelled, .interrupted: .interrupted, .error: .error,
    ]
    static let defaultCase = GCKMediaPlayerIdleReason.none
}
