public import CastWire

// Live streams: a range that moves with the clock, the time of day, and the programmes.

extension MediaSnapshot {
    /// Whether this is a live stream.
    public var isLive: Bool { playback.range != nil || media?.streamType == .live && playback.duration == nil }

    /// Whether a live stream plays, is paused or buffers.
    public var isPlayingLiveStream: Bool {
        guard isLive else { return false }
        return [.playing, .paused, .buffering].contains(playerState)
    }

    /// The part of a live stream that can be sought to, in seconds, carried forward to an instant; nil for anything
    /// else, and for a stream that cannot be sought in.
    public func liveSeekableRange(at instant: ContinuousClock.Instant = .now) -> ClosedRange<Double>? {
        playback.range?.bounds(at: instant)
    }

    /// Whether the broadcast is over, so that the range stands still.
    public var isLiveDone: Bool { playback.range?.isDone ?? false }

    /// Whether the start of the range moves on too.
    public var isMovingWindow: Bool { playback.range?.isMoving ?? false }

    /// Whether playback is within so many seconds of what is broadcast now; false where no range is known.
    public func isAtLiveEdge(
        within seconds: Double = 10,
        at instant: ContinuousClock.Instant = .now
    ) -> Bool {
        guard let range = liveSeekableRange(at: instant) else { return false }
        return range.upperBound - position(at: instant) <= seconds
    }

    /// The time of day at which a position was broadcast, in seconds since 1970; nil where the receiver does not say.
    public func absoluteTime(of position: Double) -> Double? {
        media?.startAbsoluteTime.map { ($0 + position).clampedToFinite }
    }

    /// The programme, chapter or part at an instant: the last one that has begun and not ended.
    ///
    /// One without a length lasts until the next begins. Nil between two, and where the queue has no sections.
    public func section(at instant: ContinuousClock.Instant = .now) -> MediaMetadata? {
        let position = position(at: instant)
        let sections = status.queueData?.containerMetadata?.sections ?? []
        let begun = sections.compactMap { section in
            start(of: section).map { (start: $0, section: section) }
        }.filter { $0.start <= position }
        // Of those that begin together, the one that stands last.
        guard let start = begun.map(\.start).max(), let last = begun.last(where: { $0.start == start }) else {
            return nil
        }
        if let duration = last.section.sectionDuration, position >= start + duration { return nil }
        return last.section
    }

    /// Where a section begins on the axis of positions.
    private func start(of section: MediaMetadata) -> Double? {
        if let start = section.sectionStartTimeInMedia { return start }
        guard let absolute = section.sectionStartAbsoluteTime, let origin = media?.startAbsoluteTime else { return nil }
        return absolute - origin
    }
}
