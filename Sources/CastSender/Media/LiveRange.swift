import CastWire

/// The part of a live stream that can be sought to, between two statuses.
///
/// Its end moves with the clock unless the broadcast is over, its start too when it is a moving window, whether or
/// not anything plays (CASTV2 media namespace, live). Statuses about it are sporadic and may come late: an end that
/// falls back by no more than ``PlaybackLine/tolerance`` stays where it had come to.
struct LiveRange: Hashable, Sendable {
    private(set) var start: Double
    private(set) var end: Double
    let isMoving: Bool
    let isDone: Bool
    let instant: ContinuousClock.Instant

    /// Nil for a range that has no usable end.
    init?(_ range: LiveSeekableRange?, at instant: ContinuousClock.Instant) {
        guard let range, let end = range.end, end.isFinite else { return nil }
        start = range.start.flatMap { $0.isFinite ? $0 : nil } ?? 0
        self.end = end
        isMoving = range.isMovingWindow ?? false
        isDone = range.isLiveDone ?? false
        self.instant = instant
    }

    /// Never empty: where the ends are the wrong way round, both are the end.
    func bounds(at now: ContinuousClock.Instant) -> ClosedRange<Double> {
        let elapsed = isDone ? 0 : max(0, instant.seconds(to: now))
        let end = end + elapsed
        let start = isMoving ? start + elapsed : start
        return min(start, end)...end
    }

    /// This range as the successor of an older one.
    func following(_ old: LiveRange?, at now: ContinuousClock.Instant) -> LiveRange {
        guard let known = old?.bounds(at: now), !isDone else { return self }
        var range = self
        if known.upperBound > end, known.upperBound - end <= PlaybackLine.tolerance { range.end = known.upperBound }
        if isMoving, known.lowerBound > start, known.lowerBound - start <= PlaybackLine.tolerance {
            range.start = known.lowerBound
        }
        return range
    }
}
