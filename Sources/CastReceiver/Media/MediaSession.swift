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
    var live: LiveRange?
    /// The break that plays instead of the content.
    var breakPlayback: BreakPlayback?
    /// Breaks up to this position do not count any more.
    var breakFloor = -0.01
    /// The break within the content that playback is in.
    var embeddedClip: EmbeddedBreak?
    /// Senders know that the embedded clip may be skipped.
    var isEmbeddedClipToldSkippable = false
    /// Whether playback begins where the media says: the beginning, or the live edge.
    var startsByItself = true
    /// Who asked for the load, until the load has ended one way or the other.
    var loader: MediaRequester?
    /// Items of the queue that failed one after the other.
    var failures = 0
    /// The item that was current before the one that is being loaded.
    var previousItemID: Int?
    /// Since when a picture of a queue has been on the screen; nil for what is no picture, or not shown yet.
    var pictureInstant: ContinuousClock.Instant?
    /// The next item, once senders were told that its turn comes soon.
    var preloadedItemID: Int?

    var duration: Double? { media.knownDuration }
    /// At which the content plays; clips of a break have none of their own.
    var rate: Double { breakPlayback?.contentRate ?? clock.rate }

    /// Seconds, within the media. Stands still while a break plays instead of it.
    func position(at now: ContinuousClock.Instant) -> Double {
        if let breakPlayback { return breakPlayback.contentPosition }
        var position = max(clock.position(at: now), 0)
        if let live { return live.window(at: now).clamp(position) }
        if let duration { position = min(position, duration) }
        return position
    }

    /// The range of live media, as it was heard of, and when.
    struct LiveRange: Sendable, Hashable {
        var heard: LiveWindow
        var instant: ContinuousClock.Instant

        /// The range goes on by itself as long as the stream does.
        func window(at now: ContinuousClock.Instant) -> LiveWindow {
            heard.after((now - instant) / .seconds(1))
        }
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
    var isSeekable: Bool { !isInBreak && (duration != nil || live != nil || media.streamType == .buffered) }

    /// What an app offers that plays by itself: 12303, and the transfer to another device.
    private static let offered = MediaCommands.basic.union(.streamTransfer)

    var supportedMediaCommands: MediaCommands {
        var commands = Self.offered
        if phase != .loading, !isSeekable { commands.subtract([.seek, .playbackRate]) }
        if queue.count > 1 { commands.formUnion([.queueRepeatAll, .queueRepeatOne]) }
        if queue.count >= MediaQueue.shuffleMinimum { commands.insert(.queueShuffle) }
        if queue.count > 1, queue.hasNext { commands.insert(.queueNext) }
        if queue.count > 1, queue.hasPrevious { commands.insert(.queuePrev) }
        return commands
    }

    /// The current item as senders know it: while another is loaded, the one before is still current.
    var currentItemID: Int {
        guard phase == .loading, let previousItemID, queue.index(of: previousItemID) != nil else {
            return queue.currentID
        }
        return previousItemID
    }

    /// Where the item ends before its media does, in seconds; nil where it is played as a whole.
    var endPosition: Double? {
        guard let length = queue.current.playbackDuration else { return nil }
        let start = max(queue.current.startTime ?? 0, 0)
        return length > 0 ? start + length : duration.map { max($0 + length, start) }
    }

    /// How long a picture stays where something follows it and its item does not say: 10 s.
    static let pictureTime = Duration.seconds(10)

    /// When the picture on the screen makes room for the next item; nil where it stays.
    var pictureDeadline: ContinuousClock.Instant? {
        guard let pictureInstant, wantsToPlay, queue.count > 1, queue.hasNext, queue.repeatMode != .single else {
            return nil
        }
        // Positions in media have an end in years, which no clock has.
        let length = queue.current.playbackDuration.flatMap { $0 > 0 && $0 < 1e8 ? Duration.seconds($0) : nil }
        return pictureInstant + (length ?? Self.pictureTime)
    }

    /// Where the next item is to be made ready, in seconds; nil where that is not asked for or not known.
    var preloadPosition: Double? {
        guard let next = queue.successor, let time = next.preloadTime, time > 0 else { return nil }
        return (endPosition ?? duration).map { max($0 - time, 0) }
    }

    /// The tracks as a player gets them.
    var playerTracks: PlayerTracks {
        let tracks = (media.tracks ?? []).compactMap { track -> PlayerTracks.Track? in
            guard let id = track.trackID, let type = track.type else { return nil }
            let url = track.trackContentID.flatMap { $0.isEmpty ? nil : $0 }
            return PlayerTracks.Track(
                id: id,
                type: type.rawValue,
                language: track.language ?? "",
                name: track.name ?? "",
                url: url
            )
        }
        return PlayerTracks(tracks: tracks, activeIDs: activeTrackIDs, style: media.textTrackStyle?.fields)
    }

    /// What a screen calls it.
    var title: String? { media.title }
}
