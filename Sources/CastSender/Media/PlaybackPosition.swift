import CastWire

/// Where playback stands, between two statuses.
///
/// A receiver reports transitions only and is then silent for minutes, so the position is carried forward from the
/// last report by a monotonic clock: `base + elapsed × rate` while it plays and no break is shown, standing still
/// otherwise; kept within [0, duration], or for live media within the seekable range (CASTV2 media merge rules, 8
/// and 9). The range itself moves: its end with the clock unless the broadcast is over, its start too when it is a
/// moving window.
///
/// A status without `currentTime` does not restart the clock. When it changes whether or how fast playback goes,
/// the position carried forward so far becomes the new base.
struct PlaybackPosition: Hashable, Sendable {
    private(set) var base = 0.0
    private(set) var baseInstant: ContinuousClock.Instant
    private(set) var rate = 1.0
    private(set) var isAdvancing = false
    private(set) var duration: Double?
    private(set) var range: Range?

    /// The seekable part of a live stream, as reported.
    struct Range: Hashable, Sendable {
        var start: Double
        var end: Double
        var isMoving: Bool
        var isDone: Bool
        var instant: ContinuousClock.Instant

        init?(_ range: LiveSeekableRange?, at instant: ContinuousClock.Instant) {
            guard let range, let end = range.end else { return nil }
            self.start = range.start ?? 0
            self.end = end
            isMoving = range.isMovingWindow ?? false
            isDone = range.isLiveDone ?? false
            self.instant = instant
        }

        func bounds(at now: ContinuousClock.Instant) -> ClosedRange<Double> {
            let elapsed = isDone ? 0 : max(0, instant.seconds(to: now))
            let end = end + elapsed
            let start = isMoving ? start + elapsed : start
            return min(start, end)...end
        }
    }

    init(at instant: ContinuousClock.Instant) { baseInstant = instant }

    func value(at now: ContinuousClock.Instant) -> Double {
        var value = base
        if isAdvancing { value += max(0, baseInstant.seconds(to: now)) * rate }
        if let range {
            let bounds = range.bounds(at: now)
            return min(max(value, bounds.lowerBound), bounds.upperBound)
        }
        return min(max(value, 0), duration ?? .infinity)
    }

    /// Takes a merged status.
    ///
    /// - Parameters:
    ///   - reported: The position this very status gave; nil when it gave none.
    ///   - reportsRange: Whether this very status gave a live range.
    mutating func update(
        from status: MediaStatus,
        reported: Double?,
        reportsRange: Bool,
        at instant: ContinuousClock.Instant
    ) {
        let isAdvancing = status.playerState == .playing && status.breakStatus == nil
        let rate = status.playbackRate ?? 1
        if let reported {
            base = reported
            baseInstant = instant
        } else if isAdvancing != self.isAdvancing || rate != self.rate {
            base = value(at: instant)
            baseInstant = instant
        }
        self.isAdvancing = isAdvancing
        self.rate = rate
        duration = status.media?.knownDuration
        if reportsRange || range == nil { range = Range(status.liveSeekableRange, at: instant) }
    }
}

extension ContinuousClock.Instant {
    func seconds(to other: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = duration(to: other).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
