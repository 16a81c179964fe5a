// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Playback on the media element of a page.
///
/// Responsibilities: maintains the target state that pages follow (``ScreenTarget``), and converts reports, which
/// describe the whole state of an element, into events, which describe changes. Every change of the target state
/// increments ``revision``. A report with an older revision does not reflect newer commands, so only its metadata is
/// used.
///
/// States: empty (no target state), and loaded. A loaded item is removed by `stop`, at its end, by a failure, or if
/// nothing playable has arrived within ``loadTimeLimit``.
///
/// Exception: if an element pauses or plays on its own (a headset's button, blocked autoplay), the target state is
/// changed to agree with it.
struct ScreenPlayback {
    enum Action: Hashable {
        case emit(PlayerEvent, generation: Int)
        /// Send the changed target state to pages.
        case publish
        /// Inspect the video track of the container: ``videoInspected(_:generation:now:)``.
        case inspectVideo(PlayerItem)
    }

    /// The time limit from a load until a page has metadata.
    static let loadTimeLimit = TimeAmount.seconds(30)
    /// How long a load waits for the result of ``Action/inspectVideo(_:)`` before it continues without it.
    static let inspectionTimeLimit = TimeAmount.seconds(5)
    /// The interval after which a live range is reported again.
    private static let rangeInterval = TimeAmount.seconds(5)

    private struct Progress {
        var metadata: MediaMetadataFacts?
        var phase = MediaPhase.loading
        var position: Double?
        var lastReportAt: NIODeadline
        /// Whether the result of a play, pause or load has not been reported yet.
        var hasUnreportedPhase = true
        var hasUnreportedSeek = false
        var isSoundBlocked = false
        var rangeReportedAt: NIODeadline?
        var isLiveDone = false
        var isReportedUnbounded = false
        var loadDeadline: NIODeadline?
        var video = Video.unknown
    }

    /// Whether the page shows the video that the item should have. A browser plays only the sound of a file whose video
    /// it cannot decode, and reports no error.
    private enum Video {
        case unknown
        /// The container is being inspected. The latest report waits for the result.
        case inspecting(ScreenReport, since: NIODeadline)
        /// The page shows a picture, or the media has no video track.
        case settled
    }

    private(set) var target: ScreenTarget?
    private(set) var revision = 0
    private var progress: Progress

    init(now: NIODeadline) {
        progress = Progress(lastReportAt: now)
    }

    /// The time at which ``timeReached(now:)`` must be called; nil if no deadline is pending.
    var nextDeadline: NIODeadline? {
        guard target != nil else { return nil }
        guard case .inspecting(_, let since) = progress.video else { return progress.loadDeadline }
        let limit = since + Self.inspectionTimeLimit
        return progress.loadDeadline.map { min($0, limit) } ?? limit
    }
}

// MARK: - Commands

extension ScreenPlayback {
    mutating func load(_ item: PlayerItem, now: NIODeadline) -> [Action] {
        revision += 1
        target = ScreenTarget(
            item: item,
            wantsPlaying: item.autoplay,
            seek: ScreenTarget.Seek(revision: revision, position: item.startTime)
        )
        progress = Progress(lastReportAt: now)
        progress.loadDeadline = now + Self.loadTimeLimit
        return [.publish]
    }

    mutating func setPlaying(_ wantsPlaying: Bool) -> [Action] {
        guard target != nil else { return [] }
        target?.wantsPlaying = wantsPlaying
        progress.hasUnreportedPhase = true
        return targetChanged()
    }

    mutating func seek(to position: Double) -> [Action] {
        guard target != nil else { return [] }
        target?.seek = ScreenTarget.Seek(revision: revision + 1, position: position)
        progress.hasUnreportedSeek = progress.metadata != nil
        return targetChanged()
    }

    mutating func setRate(_ rate: Double) -> [Action] {
        guard target != nil else { return [] }
        target?.rate = rate
        return targetChanged()
    }

    mutating func setStreamVolume(level: Double, muted: Bool) -> [Action] {
        guard target != nil else { return [] }
        target?.volumeLevel = level
        target?.isMuted = muted
        return targetChanged()
    }

    mutating func setTracks(_ tracks: PlayerTracks) -> [Action] {
        guard target != nil else { return [] }
        target?.tracks = tracks
        target?.tracksRevision = revision + 1
        return targetChanged()
    }

    mutating func stop() -> [Action] {
        guard target != nil else { return [] }
        target = nil
        return targetChanged()
    }

    private mutating func targetChanged() -> [Action] {
        revision += 1
        return [.publish]
    }
}

// MARK: - Handover

extension ScreenPlayback {
    /// Continues an item that the clock or another page has played.
    mutating func resume(_ handover: PlaybackHandover, now: NIODeadline) -> [Action] {
        _ = load(handover.item, now: now)
        target?.wantsPlaying = handover.wantsPlaying
        target?.seek.position = handover.position
        progress.metadata = handover.metadata
        progress.position = handover.position
        progress.hasUnreportedSeek = handover.hasUnreportedSeek
        if handover.metadata != nil { progress.phase = handover.wantsPlaying ? .playing : .paused }
        return [.publish]
    }

    /// Releases the item with its current position; nil if no item is loaded.
    mutating func handOver(now: NIODeadline) -> PlaybackHandover? {
        guard let target else { return nil }
        var item = target.item
        item.rate = target.rate
        item.volumeLevel = target.volumeLevel
        item.isMuted = target.isMuted
        item.tracks = target.tracks
        let position =
            progress.hasUnreportedSeek || progress.metadata == nil ? target.seek.position : currentPosition(now: now)
        self.target = nil
        revision += 1
        return PlaybackHandover(
            item: item,
            position: position,
            metadata: progress.metadata,
            wantsPlaying: target.wantsPlaying,
            hasUnreportedSeek: progress.hasUnreportedSeek
        )
    }

    /// Returns the last reported position, extrapolated to now during playback.
    func currentPosition(now: NIODeadline) -> Double? {
        guard let position = progress.position, let target else { return progress.position }
        guard progress.phase == .playing else { return position }
        let extrapolated = position + (now - progress.lastReportAt).seconds * target.rate
        return min(extrapolated, progress.metadata?.duration ?? extrapolated)
    }
}

// MARK: - Events

extension ScreenPlayback {
    mutating func received(_ report: ScreenReport, now: NIODeadline) -> [Action] {
        guard let target, report.generation == target.item.generation else { return [] }
        let generation = target.item.generation
        if report.phase == .failed {
            return finish(.failed(report.failure, url: target.item.url), generation: generation)
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

        if let actions = videoCheck(report, of: target.item, now: now) {
            return events.map { .emit($0, generation: generation) } + actions
        }
        events += metadataEvents(report, isLive: target.item.isLive, now: now)
        guard report.revision >= revision else { return events.map { .emit($0, generation: generation) } }
        progress.position = report.position
        progress.lastReportAt = now
        if progress.hasUnreportedSeek, !report.isSeeking {
            progress.hasUnreportedSeek = false
            progress.hasUnreportedPhase = true
            events.append(.seeked(position: report.position))
        }
        if report.phase == .ended {
            return events.map { .emit($0, generation: generation) } + finish(.ended, generation: generation)
        }
        let hasChangedTarget = adoptPhase(report, events: &events)
        return events.map { .emit($0, generation: generation) } + (hasChangedTarget ? [.publish] : [])
    }

    /// Handles the result of an inspection: the codec of the video track; nil if there is none or it is unknown.
    mutating func videoInspected(_ codec: String?, generation: Int, now: NIODeadline) -> [Action] {
        guard let target, target.item.generation == generation, case .inspecting(let report, _) = progress.video else {
            return []
        }
        guard let codec, !report.hasPicture else {
            progress.video = .settled
            return received(report, now: now)
        }
        let name = Self.codecNames[codec] ?? codec
        let failure = PlayerEvent.failed(
            detailedErrorCode: 102,
            message: "the browser cannot decode the video (\(name)) of \(target.item.url)",
            obstacle: .codec
        )
        return finish(failure, generation: generation)
    }

    private static let codecNames = ["hvc1": "HEVC", "hev1": "HEVC", "dvh1": "Dolby Vision", "dvhe": "Dolby Vision"]

    /// Requests an inspection if a page plays an item of type video without showing a picture.
    ///
    /// - Returns: Nil if the report can be processed; otherwise the actions while it waits for the result.
    private mutating func videoCheck(_ report: ScreenReport, of item: PlayerItem, now: NIODeadline) -> [Action]? {
        switch progress.video {
        case .settled: return nil
        case .inspecting(_, let since):
            progress.video = .inspecting(report, since: since)
            return []
        case .unknown:
            guard item.kind == .video, !item.isLive, !report.hasPicture else {
                progress.video = .settled
                return nil
            }
            progress.video = .inspecting(report, since: now)
            return [.inspectVideo(item)]
        }
    }

    mutating func timeReached(now: NIODeadline) -> [Action] {
        if let target, case .inspecting(_, let since) = progress.video, since + Self.inspectionTimeLimit <= now {
            return videoInspected(nil, generation: target.item.generation, now: now)
        }
        guard let target, let deadline = progress.loadDeadline, deadline <= now else { return [] }
        let limit = Int(Self.loadTimeLimit.seconds)
        let failure = PlayerEvent.failed(
            detailedErrorCode: 104,
            message: "no playable data arrived from \(target.item.url) within \(limit) s",
            obstacle: .timeout
        )
        return finish(failure, generation: target.item.generation)
    }

    /// Returns the events for changes of the metadata and of the live range.
    private mutating func metadataEvents(_ report: ScreenReport, isLive: Bool, now: NIODeadline) -> [PlayerEvent] {
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
        if isEndless, report.seekableRange == nil, !progress.isReportedUnbounded {
            progress.isReportedUnbounded = true
            progress.rangeReportedAt = nil
            events.append(.unbounded)
        } else if !isEndless || report.seekableRange != nil {
            progress.isReportedUnbounded = false
        }
        // A live stream that has a duration has ended.
        let isDone = report.duration != nil
        if isLive || isEndless, let range = report.seekableRange,
            isDone != progress.isLiveDone || (progress.rangeReportedAt.map { now - $0 >= Self.rangeInterval } ?? true)
        {
            progress.isLiveDone = isDone
            progress.rangeReportedAt = now
            events.append(.seekableRange(start: range.lowerBound, end: range.upperBound, isDone: isDone))
        }
        return events
    }

    /// Adopts the phase of the element. Returns true if the target state was changed to agree with it.
    private mutating func adoptPhase(_ report: ScreenReport, events: inout [PlayerEvent]) -> Bool {
        let position = report.position
        switch report.phase {
        case .playing, .paused:
            let isPlaying = report.phase == .playing
            let phase: MediaPhase = isPlaying ? .playing : .paused
            if progress.phase != phase || progress.hasUnreportedPhase {
                progress.phase = phase
                progress.hasUnreportedPhase = false
                events.append(isPlaying ? .playing(position: position) : .paused(position: position))
            } else if isPlaying {
                events.append(.position(position))
            }
            guard let target, target.wantsPlaying != isPlaying else { return false }
            self.target?.wantsPlaying = isPlaying
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
        target = nil
        revision += 1
        return [.emit(event, generation: generation), .publish]
    }
}

extension PlayerEvent {
    /// Creates the event for a page's `MediaError`.
    static func failed(_ failure: ScreenReport.Failure?, url: String) -> PlayerEvent {
        let (code, reason) =
            switch failure?.code {
            case 1: (101, "the browser stopped loading")
            case 2: (103, "the connection was lost while loading")
            case 3: (102, "the browser could not decode")
            case 4: (104, "the browser cannot play or reach")
            default: (100, "the browser could not play")
            }
        let detail = failure.map(\.message) ?? ""
        return .failed(
            detailedErrorCode: code,
            message: "\(reason) \(url)\(detail.isEmpty ? "" : " (\(detail))")",
            obstacle: failure?.obstacle
        )
    }
}

extension TimeAmount {
    var seconds: Double { Double(nanoseconds) / 1e9 }
}
