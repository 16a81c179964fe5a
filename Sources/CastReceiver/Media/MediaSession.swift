// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A media session of the Default Media Receiver, from its LOAD to its end.
struct MediaSession: Sendable {
    /// The state of an item between its load and its end.
    enum Phase: Sendable, Hashable {
        /// Nothing is known about the item yet; requests are queued.
        case loading
        case buffering
        case playing
        case paused
    }

    /// The range of live media as last reported, and the time of the report.
    struct LiveRange: Sendable, Hashable {
        var reportedWindow: LiveWindow
        var instant: ContinuousClock.Instant

        /// Extrapolates the range, which moves for as long as the stream continues.
        func window(at now: ContinuousClock.Instant) -> LiveWindow {
            reportedWindow.after((now - instant) / .seconds(1))
        }
    }

    /// The `mediaSessionId`, which increases by one with each load.
    let id: Int
    /// The generation of the current player item.
    var generation: Int
    var queue: ReceiverQueue
    var queueData: QueueData?
    /// The current item's media, as loaded and completed by playback.
    var media: MediaInformation
    var phase: Phase
    /// Whether playback starts as soon as data is available.
    var playWhenReady: Bool
    var clock: PlaybackClock
    var volumeLevel: Double
    var isMuted: Bool
    var activeTrackIDs: [Int]?
    var videoInfo: VideoInfo?
    var live: LiveRange?
    /// The break that plays in place of the content.
    var breakPlayback: BreakPlayback?
    /// The position in seconds up to which breaks are no longer due.
    var lastPassedBreakPosition = -0.01
    /// The clip of an embedded break at the current position.
    var embeddedClip: EmbeddedBreak?
    /// Whether senders have been notified that the embedded clip can be skipped.
    var isEmbeddedClipReportedSkippable = false
    /// Whether playback starts at the default position of the media: the beginning or the live edge.
    var startsAtDefaultPosition = true
    /// The requester of the load, until the load has completed or failed.
    var loader: MediaRequester?
    /// The commands that the receiver supports; nil for all.
    var supportedCommands: MediaCommands?
    /// The number of items of the queue that failed in succession.
    var failures = 0
    /// The item that was current before the one that is loading.
    var previousItemID: Int?
    /// The time since which a picture of a queue has been on the screen; nil for other media and before the picture is
    /// shown.
    var pictureInstant: ContinuousClock.Instant?
    /// The next item, once senders have been notified that it will play soon.
    var preloadedItemID: Int?

    var duration: Double? { media.knownDuration }
    /// The playback rate of the content. Clips of a break have no rate of their own.
    var rate: Double { breakPlayback?.contentRate ?? clock.rate }

    /// Returns the position in the media, in seconds. It does not change during a break.
    func position(at now: ContinuousClock.Instant) -> Double {
        if let breakPlayback { return breakPlayback.contentPosition }
        var position = max(clock.position(at: now), 0)
        if let live { return live.window(at: now).clamp(position) }
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

    /// Whether seeking is possible: in finite media, and in live media with a range.
    var isSeekable: Bool { !isInBreak && (duration != nil || live != nil || media.streamType == .buffered) }

    /// The commands that the receiver always supports: 12303, and stream transfer.
    private static let baseCommands = MediaCommands.basic.union(.streamTransfer)

    var supportedMediaCommands: MediaCommands {
        var commands = Self.baseCommands
        if phase != .loading, !isSeekable { commands.subtract([.seek, .playbackRate]) }
        if queue.count > 1 { commands.formUnion([.queueRepeatAll, .queueRepeatOne]) }
        if queue.count >= ReceiverQueue.shuffleMinimum { commands.insert(.queueShuffle) }
        if queue.count > 1, queue.hasNext { commands.insert(.queueNext) }
        if queue.count > 1, queue.hasPrevious { commands.insert(.queuePrev) }
        return supportedCommands.map(commands.intersection) ?? commands
    }

    /// The current item as senders see it: while another item is loading, the previous one.
    var currentItemID: Int {
        guard phase == .loading, let previousItemID, queue.index(of: previousItemID) != nil else {
            return queue.currentID
        }
        return previousItemID
    }

    /// The position in seconds at which the item ends before its media does; nil if the media is played to its end.
    var endPosition: Double? {
        guard let length = queue.current.playbackDuration else { return nil }
        let start = max(queue.current.startTime ?? 0, 0)
        return length > 0 ? start + length : duration.map { max($0 + length, start) }
    }

    /// How long a picture is shown if another item follows and its own item has no duration: 10 s.
    static let pictureTime = Duration.seconds(10)

    /// The time at which the next item replaces the picture on the screen; nil if the picture stays.
    var pictureDeadline: ContinuousClock.Instant? {
        guard let pictureInstant, playWhenReady, queue.count > 1, queue.hasNext, queue.repeatMode != .single else {
            return nil
        }
        // Media positions can exceed the range of a clock.
        let length = queue.current.playbackDuration.flatMap { $0 > 0 && $0 < 1e8 ? Duration.seconds($0) : nil }
        return pictureInstant + (length ?? Self.pictureTime)
    }

    /// The position in seconds at which the next item should be preloaded; nil if that is not requested or not known.
    var preloadPosition: Double? {
        guard let next = queue.successor, let time = next.preloadTime, time > 0 else { return nil }
        return (endPosition ?? duration).map { max($0 - time, 0) }
    }

    /// The tracks for the player.
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

    /// The title that the screen shows.
    var title: String? { media.title }
}
