import CastWire
import NIOCore

/// The wishes of one controller, one ``Reconciler`` for each property.
struct MediaWishes {
    var playing = Reconciler<Bool>()
    var position = Reconciler<PlaybackLine> { reported, other in
        reported.isNear(other, at: max(reported.instant, other.instant))
    }
    var streamVolume = Reconciler<Double>(agree: Self.isSameLevel)
    var streamMuted = Reconciler<Bool>()
    var playbackRate = Reconciler<Double> { abs($0 - $1) < 0.001 }
    var repeatMode = Reconciler<RepeatMode>()
    var activeTracks = Reconciler<[Int]> { Set($0) == Set($1) }
    private var mediaSessionID: Int?
    private var itemID: Int?

    /// Whether a device may mean the same volume: devices know steps only, and compute with few digits.
    @Sendable static func isSameLevel(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.02 }

    /// When one of them has something to do next.
    var alarm: NIODeadline? {
        [
            playing.alarm, position.alarm, streamVolume.alarm, streamMuted.alarm, playbackRate.alarm, repeatMode.alarm,
            activeTracks.alarm,
        ].compactMap { $0 }.min()
    }

    /// The media is in this state now; nil when there is none.
    mutating func reported(_ snapshot: MediaSnapshot?) {
        if snapshot?.mediaSessionID != mediaSessionID { reset() }
        mediaSessionID = snapshot?.mediaSessionID
        guard let snapshot else { return }
        // A place in one item is none in another.
        if snapshot.currentItemID != itemID { position.reset() }
        itemID = snapshot.currentItemID
        switch snapshot.playerState {
        case .playing: playing.reported(true)
        case .paused: playing.reported(false)
        default: break
        }
        position.reported(snapshot.line)
        if let level = snapshot.status.volume?.boundedLevel { streamVolume.reported(level) }
        if let isMuted = snapshot.status.volume?.muted { streamMuted.reported(isMuted) }
        // Some receivers say 0 while it is paused; that is no speed anybody chose.
        if snapshot.playbackRate > 0 { playbackRate.reported(snapshot.playbackRate) }
        if let mode = snapshot.repeatMode { repeatMode.reported(mode) }
        if let tracks = snapshot.activeTrackIDs { activeTracks.reported(tracks) }
    }

    /// Gives up what is not done, and tells which wishes those were.
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
    /// The position as it goes on from the last message.
    var line: PlaybackLine {
        PlaybackLine(
            base: position(at: receivedAt),
            instant: receivedAt,
            speed: playback.isAdvancing ? playback.rate : 0
        )
    }
}
