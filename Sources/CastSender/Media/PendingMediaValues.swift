// SPDX-License-Identifier: Apache-2.0

public import CastWire
import NIOCore

/// A requested value for a property of media. See ``MediaController/set(_:)``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaChange: Sendable, Hashable {
    /// True plays, false pauses.
    case playing(Bool)
    /// The position in seconds, clamped to the media.
    case position(Double)
    /// The volume of the media stream, 0…1; values outside are clamped.
    case streamVolume(Double)
    /// Whether the media stream is muted.
    case streamMuted(Bool)
    /// The playback rate, 0.5…2.
    case playbackRate(Double)
    /// The repeat mode of the queue.
    case repeatMode(RepeatMode)
    /// The ids of all tracks to activate.
    case activeTracks([Int])

    /// The property that the value is for.
    public var property: MediaProperty {
        switch self {
        case .playing: .playing
        case .position: .position
        case .streamVolume: .streamVolume
        case .streamMuted: .streamMuted
        case .playbackRate: .playbackRate
        case .repeatMode: .repeatMode
        case .activeTracks: .activeTracks
        }
    }
}

/// A property of media that the user can set and that controls show before the device has confirmed it.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaProperty: Sendable, Hashable, CaseIterable {
    /// Whether the media is playing.
    case playing
    /// The playback position.
    case position
    /// The volume of the media stream.
    case streamVolume
    /// Whether the media stream is muted.
    case streamMuted
    /// The playback rate.
    case playbackRate
    /// The repeat mode of the queue.
    case repeatMode
    /// The ids of the active tracks.
    case activeTracks
}

/// The requested values of one controller, with one ``Reconciler`` per property.
struct PendingMediaValues {
    var playing = Reconciler<Bool>()
    var position = Reconciler<LinearPosition> { reported, other in
        reported.isNear(other, at: max(reported.instant, other.instant))
    }
    var streamVolume = Reconciler<Double>(agree: Self.isSameLevel)
    var streamMuted = Reconciler<Bool>()
    var playbackRate = Reconciler<Double> { abs($0 - $1) < 0.001 }
    var repeatMode = Reconciler<RepeatMode>()
    var activeTracks = Reconciler<[Int]> { Set($0) == Set($1) }
    private var mediaSessionID: Int?
    private var itemID: Int?

    /// Whether two volumes can be the same on a device: devices round to steps and compute with few digits.
    @Sendable static func isSameLevel(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.02 }

    /// The earliest time at which one of the reconcilers must be called.
    var nextDeadline: NIODeadline? {
        [
            playing.nextDeadline, position.nextDeadline, streamVolume.nextDeadline, streamMuted.nextDeadline,
            playbackRate.nextDeadline, repeatMode.nextDeadline,
            activeTracks.nextDeadline,
        ].compactMap { $0 }.min()
    }

    /// Updates the confirmed values from a status; nil when there is no media session.
    mutating func reported(_ snapshot: MediaSnapshot?) {
        if snapshot?.mediaSessionID != mediaSessionID { reset() }
        mediaSessionID = snapshot?.mediaSessionID
        guard let snapshot else { return }
        // A position in one item has no meaning in another.
        if snapshot.currentItemID != itemID { position.reset() }
        itemID = snapshot.currentItemID
        switch snapshot.playerState {
        case .playing: playing.reported(true)
        case .paused: playing.reported(false)
        default: break
        }
        position.reported(snapshot.linearPosition)
        if let level = snapshot.status.volume?.boundedLevel { streamVolume.reported(level) }
        if let isMuted = snapshot.status.volume?.muted { streamMuted.reported(isMuted) }
        // Some receivers report a rate of 0 while paused, which is not a rate that a user has set.
        if snapshot.playbackRate > 0 { playbackRate.reported(snapshot.playbackRate) }
        if let mode = snapshot.repeatMode { repeatMode.reported(mode) }
        if let tracks = snapshot.activeTrackIDs { activeTracks.reported(tracks) }
    }

    /// Cancels all pending values, and returns their properties.
    mutating func abandon(_ error: CastError) -> [MediaProperty] {
        var abandoned: [MediaProperty] = []
        if playing.abandon(error) { abandoned.append(.playing) }
        if position.abandon(error) { abandoned.append(.position) }
        if streamVolume.abandon(error) { abandoned.append(.streamVolume) }
        if streamMuted.abandon(error) { abandoned.append(.streamMuted) }
        if playbackRate.abandon(error) { abandoned.append(.playbackRate) }
        if repeatMode.abandon(error) { abandoned.append(.repeatMode) }
        if activeTracks.abandon(error) { abandoned.append(.activeTracks) }
        return abandoned
    }

    private mutating func reset() {
        playing.reset()
        position.reset()
        streamVolume.reset()
        streamMuted.reset()
        playbackRate.reset()
        repeatMode.reset()
        activeTracks.reset()
        itemID = nil
    }
}

extension MediaSnapshot {
    /// The position, extrapolated from the last message.
    var linearPosition: LinearPosition {
        LinearPosition(
            base: position(at: receivedAt),
            instant: receivedAt,
            speed: playback.isAdvancing ? playback.rate : 0
        )
    }
}
