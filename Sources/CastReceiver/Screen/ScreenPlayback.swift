import NIOCore

/// Playback as a page's media element performs it.
///
/// Responsibilities: keeps the ``ScreenOrders`` that pages follow, and turns reports, which are pictures of an
/// element, into events, which are changes. Every change of the orders raises ``revision``; a report that follows
/// older orders says nothing about what was asked since and only its metadata counts.
///
/// States: empty (no orders), and loaded. A loaded item leaves by `stop`, by its end, by failure, or when nothing
/// playable has come within ``loadTimeLimit``.
///
/// Exception: an element that pauses or plays by itself (a headset's button, a blocked autoplay) is right, and the
/// orders are changed to agree with it.
struct ScreenPlayback {
    enum Action: Hashable {
        case emit(PlayerEvent, generation: Int)
        /// The orders have changed.
        case publish
        /// The container is to be asked for its video track: ``videoInspected(_:generation:now:)``.
        case inspectVideo(PlayerItem)
    }

    /// How long a page may take from the orders to metadata.
    static let loadTimeLimit = TimeAmount.seconds(30)
    /// How long a load waits for the answer to ``Action/inspectVideo(_:)``, after which it goes on without.
    static let inspectionTimeLimit = TimeAmount.seconds(5)
    /// A live range is told again after this long.
    private static let rangeInterval = TimeAmount.seconds(5)

    private struct Progress {
        var metadata: MediaMetadataFacts?
        var phase = MediaPhase.loading
        var position: Double?
        var heardAt: NIODeadline
        /// A play, pause or load whose outcome has not been told yet.
        var owesPhase = true
        var owesSeek = false
        var isSoundBlocked = false
        var rangeToldAt: NIODeadline?
        var isLiveDone = false
        var isToldUnbounded = false
        var loadDeadline: NIODeadline?
        var video = Video.unknown
    }

    /// Whether the page shows the video that the item is said to have. A browser plays the sound alone of a file whose
    /// video it cannot decode, and reports no error.
    private enum Video {
        case unknown
        /// The container is being asked. The newest report waits for the answer.
        case inspected(ScreenReport, since: NIODeadline)
        /// There are pictures, or no video track.
        case settled
    }

    private(set) var orders: ScreenOrders?
    private(set) var revision = 0
    private var progress: Progress

    init(now: NIODeadline) {
        progress = Progress(heardAt: now)
    }

    /// When ``wake(now:)`` is due; nil = never.
    var nextWake: NIODeadline? {
        guard orders != nil else { return nil }
        guard case .inspected(_, let since) = progress.video else { return progress.loadDeadline }
        let limit = since + Self.inspectionTimeLimit
        return progress.loadDeadline.map { min($0, limit) } ?? limit
    }
}

// MARK: Orders

extension ScreenPlayback {
    mutating func load(_ item: PlayerItem, now: NIODeadline) -> [Action] {
        revision += 1
        orders = ScreenOrders(
            item: item,
            wantsPlaying: item.autoplay,
            seek: ScreenOrders.Seek(revision: revision, position: item.startTime)
        )
        progress = Progress(heardAt: now)
        progress.loadDeadline = now + Self.loadTimeLimit
        return [.publish]
    }

    mutating func setPlaying(_ wantsPlaying: Bool) -> [Action] {
        guard orders != nil else { return [] }
        orders?.wantsPlaying = wantsPlaying
        progress.owesPhase = true
        return reordered()
    }

    mutating func seek(to position: Double) -> [Action] {
        guard orders != nil else { return [] }
        orders?.seek = ScreenOrders.Seek(revision: revision + 1, position: position)
        progress.owesSeek = progress.metadata != nil
        return reordered()
    }

    mutating func setRate(_ rate: Double) -> [Action] {
        guard orders != nil else { return [] }
        orders?.rate = rate
        return reordered()
    }

    mutating func setStreamVolume(level: Double, muted: Bool) -> [Action] {
        guard orders != nil else { return [] }
        orders?.volumeLevel = level
        orders?.isMuted = muted
        return reordered()
    }

    mutating func setTracks(_ tracks: PlayerTracks) -> [Action] {
        guard orders != nil else { return [] }
        orders?.tracks = tracks
        orders?.tracksRevision = revision + 1
        return reordered()
    }

    mutating func stop() -> [Action] {
        guard orders != nil else { return [] }
        orders = nil
        return reordered()
    }

    private mutating func reordered() -> [Action] {
        revision += 1
        return [.publish]
    }
}

// MARK: Changing hands

extension ScreenPlayback {
    /// Goes on with what the clock or another page played.
    mutating func resume(_ handover: PlaybackHandover, now: NIODeadline) -> [Action] {
        _ = load(handover.item, now: now)
        orders?.wantsPlaying = handover.wantsPlaying
        orders?.seek.position = handover.position
        progress.metadata = handover.metadata
        progress.position = handover.position
        progress.owesSeek = handover.owesSeek
        if handover.metadata != nil { progress.phase = handover.wantsPlaying ? .playing : .paused }
        return [.publish]
    }

    /// Gives the item away, with the position at this moment; nil when there is none.
    mutating func handOver(now: NIODeadline) -> PlaybackHandover? {
        guard let orders else { return nil }
        var item = orders.item
        item.rate = orders.rate
        item.volumeLevel = orders.volumeLevel
        item.isMuted = orders.isMuted
        item.tracks = orders.tracks
        let position = progress.owesSeek || progress.metadata == nil ? orders.seek.position : currentPosition(now: now)
        self.orders = nil
        revision += 1
        return PlaybackHandover(
            item: item,
            position: position,
            metadata: progress.metadata,
            wantsPlaying: orders.wantsPlaying,
            owesSeek: progress.owesSeek
        )
    }

    /// The last position heard, carried on to now while it plays.
    func currentPosition(now: NIODeadline) -> Double? {
        guard let position = progress.position, let orders else { return progress.position }
        guard progress.phase == .playing else { return position }
        let carried = position + (now - progress.heardAt).seconds * orders.rate
        return min(carried, progress.metadata?.duration ?? carried)
    }
}

// MARK: What comes in

extension ScreenPlayback {
    mutating func received(_ report: ScreenReport, now: NIODeadline) -> [Action] {
        guard let orders, report.generation == orders.item.generation else { return [] }
        let generation = orders.item.generation
        if report.phase == .failed {
            return finish(.failed(report.failure, url: orders.item.url), generation: generation)
        }
        var events: [PlayerEvent] = []
        if report.isSoundBlocked != progress.isSoundBlocked {
            progress.isSoundBlocked = report.isSoundBlocked
            events.append(.soundBlocked(report.isSoundBlocked))
        }
        if report.phase == .loading {
            if progress.metadata != nil, progress.phase != .buffering {
                progress.phase = .buffering
                events.append(.buffering(position: progress.position ?? 0))
            }
            return events.map { .emit($0, generation: generation) }
        }

        if let waiting = videoCheck(report, of: orders.item, now: now) {
            return events.map { .emit($0, generation: generation) } + waiting
        }
        events += learned(report, isLive: orders.item.isLive, now: now)
        guard report.revision >= revision else { return events.map { .emit($0, generation: generation) } }
        progress.position = report.position
        progress.heardAt = now
        if progress.owesSeek, !report.isSeeking {
            progress.owesSeek = false
            progress.owesPhase = true
            events.append(.seeked(position: report.position))
        }
        if report.phase == .ended {
            return events.map { .emit($0, generation: generation) } + finish(.ended, generation: generation)
        }
        let hasReordered = follow(report, events: &events)
        return events.map { .emit($0, generation: generation) } + (hasReordered ? [.publish] : [])
    }

    /// What the container says about its video track; nil where it has none, or that cannot be found out.
    mutating func videoInspected(_ codec: String?, generation: Int, now: NIODeadline) -> [Action] {
        guard let orders, orders.item.generation == generation, case .inspected(let report, _) = progress.video else {
            return []
        }
        guard let codec, !report.hasPicture else {
            progress.video = .settled
            return received(report, now: now)
        }
        let name = Self.codecNames[codec] ?? codec
        let failure = PlayerEvent.failed(
            detailedErrorCode: 102,
            message: "the browser cannot decode the video (\(name)) of \(orders.item.url)",
            obstacle: .codec
        )
        return finish(failure, generation: generation)
    }

    private static let codecNames = ["hvc1": "HEVC", "hev1": "HEVC", "dvh1": "Dolby Vision", "dvhe": "Dolby Vision"]

    /// Has the container asked where a page plays something that is called video and shows no picture of it.
    ///
    /// - Returns: Nil where the report says what it says; otherwise it waits for the answer.
    private mutating func videoCheck(_ report: ScreenReport, of item: PlayerItem, now: NIODeadline) -> [Action]? {
        switch progress.video {
        case .settled: return nil
        case .inspected(_, let since):
            progress.video = .inspected(report, since: since)
            return []
        case .unknown:
            guard item.kind == .video, !item.isLive, !report.hasPicture else {
                progress.video = .settled
                return nil
            }
            progress.video = .inspected(report, since: now)
            return [.inspectVideo(item)]
        }
    }

    mutating func wake(now: NIODeadline) -> [Action] {
        if let orders, case .inspected(_, let since) = progress.video, since + Self.inspectionTimeLimit <= now {
            return videoInspected(nil, generation: orders.item.generation, now: now)
        }
        guard let orders, let deadline = progress.loadDeadline, deadline <= now else { return [] }
        let limit = Int(Self.loadTimeLimit.seconds)
        let failure = PlayerEvent.failed(
            detailedErrorCode: 104,
            message: "nothing playable came from \(orders.item.url) within \(limit) s",
            obstacle: .timeout
        )
        return finish(failure, generation: orders.item.generation)
    }

    /// Metadata and the live range.
    private mutating func learned(_ report: ScreenReport, isLive: Bool, now: NIODeadline) -> [PlayerEvent] {
        var events: [PlayerEvent] = []
        progress.loadDeadline = nil
        let facts = MediaMetadataFacts(
            duration: isLive ? nil : report.duration,
            width: report.width,
            height: report.height
        )
        if progress.metadata == nil {
            events.append(.metadataLoaded(duration: facts.duration, width: facts.width, height: facts.height))
        } else if progress.metadata != facts {
            events.append(.metadataChanged(duration: facts.duration, width: facts.width, height: facts.height))
        }
        progress.metadata = facts
        let isEndless = report.isEndless && report.duration == nil
        if isEndless, report.seekableRange == nil, !progress.isToldUnbounded {
            progress.isToldUnbounded = true
            progress.rangeToldAt = nil
            events.append(.unbounded)
        } else if !isEndless || report.seekableRange != nil {
            progress.isToldUnbounded = false
        }
        // A live stream that has got a length is over.
        let isDone = report.duration != nil
        if isLive || isEndless, let range = report.seekableRange,
            isDone != progress.isLiveDone || (progress.rangeToldAt.map { now - $0 >= Self.rangeInterval } ?? true)
        {
            progress.isLiveDone = isDone
            progress.rangeToldAt = now
            events.append(.seekableRange(start: range.lowerBound, end: range.upperBound, isDone: isDone))
        }
        return events
    }

    /// Takes over the element's phase; true when the orders had to give way to it.
    private mutating func follow(_ report: ScreenReport, events: inout [PlayerEvent]) -> Bool {
        let position = report.position
        switch report.phase {
        case .playing, .paused:
            let isPlaying = report.phase == .playing
            let phase: MediaPhase = isPlaying ? .playing : .paused
            if progress.phase != phase || progress.owesPhase {
                progress.phase = phase
                progress.owesPhase = false
                events.append(isPlaying ? .playing(position: position) : .paused(position: position))
            } else if isPlaying {
                events.append(.position(position))
            }
            guard let orders, orders.wantsPlaying != isPlaying else { return false }
            self.orders?.wantsPlaying = isPlaying
            revision += 1
            return true
        case .buffering:
            if progress.phase != .buffering {
                progress.phase = .buffering
                events.append(.buffering(position: position))
            }
            return false
        case .loading, .ended, .failed:
            return false
        }
    }

    private mutating func finish(_ event: PlayerEvent, generation: Int) -> [Action] {
        orders = nil
        revision += 1
        return [.emit(event, generation: generation), .publish]
    }
}

extension PlayerEvent {
    /// What a page's `MediaError` means in Cast's numbers.
    static func failed(_ failure: ScreenReport.Failure?, url: String) -> PlayerEvent {
        let (code, words) =
            switch failure?.code {
            case 1: (101, "the browser gave up loading")
            case 2: (103, "the connection broke while loading")
            case 3: (102, "the browser could not decode")
            case 4: (104, "the browser cannot play, or cannot reach,")
            default: (100, "the browser could not play")
            }
        let detail = failure.map(\.message) ?? ""
        return .failed(
            detailedErrorCode: code,
            message: "\(words) \(url)\(detail.isEmpty ? "" : " (\(detail))")",
            obstacle: failure?.obstacle
        )
    }
}

extension TimeAmount {
    var seconds: Double { Double(nanoseconds) / 1e9 }
}
