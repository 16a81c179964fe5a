// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The media status of an application, as of its last message.
///
/// Receivers omit unchanged members; a snapshot is complete, merged from all messages of one media session. The
/// position advances in between: call ``position(at:)`` as often as a progress bar needs it.
public struct MediaSnapshot: Sendable, Hashable {
    /// The id of the media session, which commands refer to. Each load has a new one, the items of a queue share one.
    public var mediaSessionID: Int { storage.value.mediaSessionID }
    /// The merged status of the media session.
    public var status: MediaStatus { storage.value.status }
    /// The time at which the last message arrived.
    public var receivedAt: ContinuousClock.Instant { storage.value.receivedAt }
    var playback: PlaybackPosition { storage.value.playback }
    /// The item ids in the latest window that the receiver reported. ``queueWindow`` also contains the items of earlier
    /// windows.
    package var reportedItemIDs: [Int] { storage.value.reportedItemIDs }

    private struct Values: Sendable, Hashable {
        let mediaSessionID: Int
        let status: MediaStatus
        let receivedAt: ContinuousClock.Instant
        let playback: PlaybackPosition
        let reportedItemIDs: [Int]
    }

    /// One pointer: a snapshot is kept by the session, its controls and their readers.
    private let storage: Indirect<Values>

    init(
        mediaSessionID: Int,
        status: MediaStatus,
        receivedAt: ContinuousClock.Instant,
        playback: PlaybackPosition,
        reportedItemIDs: [Int] = []
    ) {
        storage = Indirect(
            Values(
                mediaSessionID: mediaSessionID,
                status: status,
                receivedAt: receivedAt,
                playback: playback,
                reportedItemIDs: reportedItemIDs
            )
        )
    }
}

extension MediaSnapshot {
    /// The player state; `loading` while the next media is loading.
    public var playerState: PlayerState { isLoading ? .loading : status.playerState ?? .idle }

    /// Whether media is loading and has not started to play.
    public var isLoading: Bool { status.isLoading }

    /// The reason why the player is idle; nil in any other state.
    public var idleReason: IdleReason? { playerState == .idle ? status.idleReason : nil }

    /// The current media, or the media that is loading.
    public var media: MediaInformation? { status.media }

    /// The title; nil when the receiver reports none or an empty one.
    public var title: String? {
        guard let title = media?.metadata?.title, !title.isEmpty else { return nil }
        return title
    }

    /// The duration in seconds; nil when it is unknown, and for live media.
    public var duration: Double? { playback.range == nil ? playback.duration : nil }

    /// The playback rate, in any player state; 1 is normal speed.
    public var playbackRate: Double { playback.rate }

    /// The volume of the media stream, 0…1, which applies on top of the device volume; 1 if the receiver does not
    /// report it.
    public var streamVolume: Double { status.volume?.boundedLevel ?? 1 }

    /// Whether the media stream is muted.
    public var isStreamMuted: Bool { status.volume?.muted ?? false }

    /// Returns the position in seconds, extrapolated to an instant and limited to 0…``duration``, or to the live range.
    public func position(at instant: ContinuousClock.Instant = .now) -> Double { playback.value(at: instant) }

    /// Returns the remaining time in seconds; nil when ``duration`` is nil.
    public func remaining(at instant: ContinuousClock.Instant = .now) -> Double? {
        duration.map { max(0, $0 - position(at: instant)) }
    }

    /// Whether the receiver supports all of these commands in the current state.
    public func supports(_ commands: MediaCommands) -> Bool {
        (status.supportedMediaCommands ?? []).isSuperset(of: commands)
    }
}

extension MediaStatus {
    /// Whether the player is idle because the next media is loading.
    var isLoading: Bool { playerState == .idle && extendedStatus?.playerState == .loading }
}

// MARK: Queue

// The part of the queue that a status contains: the items around the current one. ``MediaQueue`` has all items.

extension MediaSnapshot {
    /// The id of the current item; nil if the receiver has no queue.
    public var currentItemID: Int? { status.currentItemID }

    /// The id of the item that is loading; nil if none is.
    public var loadingItemID: Int? { status.loadingItemID }

    /// The id of the next item, if it has been preloaded.
    public var preloadedItemID: Int? { status.preloadedItemID }

    /// The items that the receiver has reported in its statuses, in order: usually the previous, the current and the
    /// next one. An item may lack its media.
    public var queueWindow: [QueueItem] { status.items ?? [] }

    /// The current item, if a status contained it.
    public var currentItem: QueueItem? { currentIndex.map { queueWindow[$0] } }

    /// The item after the current one; nil at the end of the known items, which may not be the end of the queue.
    public var nextItem: QueueItem? {
        guard let next = currentIndex.map({ $0 + 1 }), next < queueWindow.count else { return nil }
        return queueWindow[next]
    }

    /// The item before the current one; nil at the start of the known items.
    public var previousItem: QueueItem? {
        guard let index = currentIndex, index > 0 else { return nil }
        return queueWindow[index - 1]
    }

    /// The repeat mode of the queue; nil if the receiver does not report it.
    public var repeatMode: RepeatMode? { status.repeatMode }

    /// The name, type and sections of the queue, without its items.
    public var queueData: QueueData? { status.queueData }

    private var currentIndex: Int? {
        currentItemID.flatMap { id in queueWindow.firstIndex { $0.itemID == id } }
    }
}

// MARK: Tracks and video

extension MediaSnapshot {
    /// All tracks of the media.
    public var tracks: [MediaTrack] { media?.tracks ?? [] }

    /// The ids of the active tracks; nil if the receiver does not report them.
    public var activeTrackIDs: [Int]? { status.activeTrackIDs }

    /// The resolution and dynamic range of the displayed video; nil if the receiver does not report them.
    public var videoInfo: VideoInfo? { status.videoInfo }
}

// MARK: Live streams

extension MediaSnapshot {
    /// Whether this is a live stream.
    public var isLive: Bool { playback.range != nil || media?.streamType == .live && playback.duration == nil }

    /// Whether a live stream is playing, paused or buffering.
    public var isPlayingLiveStream: Bool {
        guard isLive else { return false }
        return [.playing, .paused, .buffering].contains(playerState)
    }

    /// Returns the seekable range of a live stream, in seconds, extrapolated to an instant. Nil for other media, and
    /// for a live stream that is not seekable.
    public func liveSeekableRange(at instant: ContinuousClock.Instant = .now) -> ClosedRange<Double>? {
        playback.range?.bounds(at: instant)
    }

    /// Whether the broadcast is over, so that the range no longer moves.
    public var isLiveDone: Bool { playback.range?.isDone ?? false }

    /// Whether the start of the range moves, too.
    public var isMovingWindow: Bool { playback.range?.isMoving ?? false }

    /// Whether playback is within this number of seconds of the live edge; false when no range is known.
    public func isAtLiveEdge(
        within seconds: Double = 10,
        at instant: ContinuousClock.Instant = .now
    ) -> Bool {
        guard let range = liveSeekableRange(at: instant) else { return false }
        return range.upperBound - position(at: instant) <= seconds
    }

    /// Returns the time of day at which a position was broadcast, in seconds since 1970; nil if the receiver does not
    /// report it.
    public func absoluteTime(of position: Double) -> Double? {
        media?.startAbsoluteTime.map { ($0 + position).clampedToFinite }
    }

    /// Returns the program, chapter or other section at an instant: the last one that has started and not ended.
    ///
    /// A section without a duration lasts until the next one starts. Nil between two sections, and when the queue has
    /// none.
    public func section(at instant: ContinuousClock.Instant = .now) -> MediaMetadata? {
        let position = position(at: instant)
        let sections = status.queueData?.containerMetadata?.sections ?? []
        let started = sections.compactMap { section in
            start(of: section).map { (start: $0, section: section) }
        }.filter { $0.start <= position }
        // Of sections that start at the same time, the last one in the list.
        guard let start = started.map(\.start).max(), let last = started.last(where: { $0.start == start }) else {
            return nil
        }
        if let duration = last.section.sectionDuration, position >= start + duration { return nil }
        return last.section
    }

    /// Returns the start of a section as a playback position.
    private func start(of section: MediaMetadata) -> Double? {
        if let start = section.sectionStartTimeInMedia { return start }
        guard let absolute = section.sectionStartAbsoluteTime, let origin = media?.startAbsoluteTime else { return nil }
        return absolute - origin
    }
}
