import CastWire

/// One media session of the Default Media Receiver, from its LOAD to its end.
struct MediaSession: Sendable {
    /// Where an item is between its load and its end.
    enum Phase: Sendable, Hashable {
        /// Nothing is known about the item yet; requests wait.
        case loading
        case buffering
        case playing
        case paused
    }

    /// The `mediaSessionId`: one more with each load.
    let id: Int
    /// Which of the player's items this is now.
    var generation: Int
    var queue: MediaQueue
    var queueData: QueueData?
    /// The current item's media: as loaded, and what playing it has found out.
    var media: MediaInformation
    var phase: Phase
    /// Whether playback runs as soon as data allow.
    var wantsToPlay: Bool
    var clock: PlaybackClock
    var volumeLevel: Double
    var isMuted: Bool
    var activeTrackIDs: [Int]?
    var videoInfo: VideoInfo?
    var seekableRange: LiveSeekableRange?
    /// Who asked for the load, until the load has ended one way or the other.
    var loader: MediaRequester?
    /// Items of the queue that failed one after the other.
    var failures = 0

    var duration: Double? { media.knownDuration }
    var rate: Double { clock.rate }

    /// Seconds, within the media.
    func position(at now: ContinuousClock.Instant) -> Double {
        var position = max(clock.position(at: now), 0)
        if let duration { position = min(position, duration) }
        return position
    }

    var playerState: PlayerState {
        switch phase {
        case .loading: .idle
        case .buffering: .buffering
        case .playing: .playing
        case .paused: .paused
        }
    }

    /// Whether a position can be asked for: finite media, or live media with a range.
    var isSeekable: Bool { duration != nil || seekableRange != nil || media.streamType == .buffered }

    var supportedMediaCommands: MediaCommands {
        phase == .loading || isSeekable ? .basic : MediaCommands.basic.subtracting([.seek, .playbackRate])
    }

    /// What a screen calls it.
    var title: String? { media.title }
}
