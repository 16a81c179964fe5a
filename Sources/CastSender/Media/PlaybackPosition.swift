// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The playback position, extrapolated between two statuses.
///
/// A receiver reports only transitions and is then silent for minutes, so the position is extrapolated from the last
/// report with a monotonic clock: `base + elapsed × rate` while the content plays, constant while it does not or a
/// break replaces it; limited to [0, duration], or to the ``LiveRange`` of live media.
///
/// A status without `currentTime` does not restart the clock. When it changes whether or how fast the media plays, the
/// extrapolated position becomes the new base.
///
/// **The position does not move backward** because of a late message. When a report is up to
/// ``LinearPosition/tolerance`` behind, the position stands still until playback has caught up. A greater difference is
/// a jump, such as another sender's seek. For ``lateness`` after a jump, reports that continue the previous position
/// are not applied, because they were most likely sent before it. If no report of the new position follows, they are
/// applied afterward. A seek of this sender, which ``seekSent(to:at:)`` announces, is applied at once, no matter how
/// short.
struct PlaybackPosition: Hashable, Sendable {
    private(set) var linearPosition: LinearPosition
    private(set) var rate = 1.0
    private(set) var duration: Double?
    private(set) var range: LiveRange?
    /// The position that was shown when a late report arrived; the lower limit until playback has passed it.
    private var lowerLimit: Double?
    /// The position before the last jump, which late messages may still report.
    private var positionBeforeJump: ExpiringPosition?
    /// A report that continues the position before the jump, and the time at which it is applied.
    private var unconfirmedReport: ExpiringPosition?
    /// The target of a seek of this sender, and the time it was sent.
    private var expected: Expected?
    private var hasReport = false

    private struct ExpiringPosition: Hashable, Sendable {
        var linearPosition: LinearPosition
        var until: ContinuousClock.Instant
    }

    private struct Expected: Hashable, Sendable {
        var target: Double
        var sent: ContinuousClock.Instant
        var isBackward: Bool
    }

    /// The time after a jump in which late messages are expected.
    static let lateness = Duration.seconds(2)
    /// The time within which a seek of this sender must take effect.
    private static let seekLimit = Duration.seconds(15)
    /// The distance from its target, in seconds, at which a seek may arrive: players continue at the next key frame.
    private static let seekTolerance = 1.5

    init(at instant: ContinuousClock.Instant) {
        linearPosition = LinearPosition(base: 0, instant: instant, speed: 0)
    }

    /// Whether the position advances.
    var isAdvancing: Bool { linearPosition.speed != 0 }

    func value(at now: ContinuousClock.Instant) -> Double {
        var value = linearPosition.value(at: now)
        if let unconfirmedReport, now >= unconfirmedReport.until {
            value = unconfirmedReport.linearPosition.value(at: now)
        } else if let lowerLimit, linearPosition.speed >= 0 {
            value = max(value, lowerLimit)
        }
        if let range {
            let bounds = range.bounds(at: now)
            return min(max(value, bounds.lowerBound), bounds.upperBound)
        }
        return min(max(value, 0), duration ?? .infinity)
    }

    /// Announces a seek of this sender: a report near its target is not a late message, no matter how short the
    /// distance.
    mutating func seekSent(to target: Double, at instant: ContinuousClock.Instant) {
        expected = Expected(target: target, sent: instant, isBackward: target < value(at: instant))
    }

    /// Applies a merged status. Only the members of the status as received, before merging, count as a report.
    mutating func update(from status: MediaStatus, received: MediaStatus, at instant: ContinuousClock.Instant) {
        let isPlaying = status.playerState == .playing && !status.isContentFrozen
        rate = status.playbackRate.flatMap { $0.isFinite ? $0 : nil } ?? 1
        let speed = isPlaying ? rate : 0
        applyExpired(at: instant)
        if let reported = received.currentTime, reported.isFinite {
            apply(LinearPosition(base: reported, instant: instant, speed: speed), at: instant)
        } else if speed != linearPosition.speed {
            linearPosition = linearPosition.moved(to: instant, speed: speed)
        }
        duration = status.media?.knownDuration
        if received.fields["liveSeekableRange"] != nil || status.liveSeekableRange == nil {
            range = LiveRange(status.liveSeekableRange, at: instant)?.following(range, at: instant)
        }
    }

    private mutating func apply(_ report: LinearPosition, at instant: ContinuousClock.Instant) {
        guard hasReport else {
            hasReport = true
            linearPosition = report
            return
        }
        if arrivesAtSeek(report) {
            jump(to: report, at: instant)
            expected = nil
        } else if let positionBeforeJump, !report.isNear(linearPosition, at: instant),
            report.isNear(positionBeforeJump.linearPosition, at: instant)
        {
            unconfirmedReport = ExpiringPosition(linearPosition: report, until: positionBeforeJump.until)
            linearPosition = linearPosition.moved(to: instant, speed: report.speed)
        } else if report.isNear(linearPosition, at: instant), !isRestart(report, at: instant) {
            let shown = value(at: instant)
            lowerLimit = report.base < shown ? shown : nil
            linearPosition = report
            unconfirmedReport = nil
        } else {
            jump(to: report, at: instant)
        }
    }

    private mutating func jump(to report: LinearPosition, at instant: ContinuousClock.Instant) {
        positionBeforeJump = ExpiringPosition(
            linearPosition: linearPosition.moved(to: instant),
            until: instant + Self.lateness
        )
        linearPosition = report
        lowerLimit = nil
        unconfirmedReport = nil
    }

    /// Applies changes whose time has come.
    private mutating func applyExpired(at instant: ContinuousClock.Instant) {
        if let unconfirmedReport, instant >= unconfirmedReport.until {
            linearPosition = unconfirmedReport.linearPosition
            lowerLimit = nil
            self.unconfirmedReport = nil
        }
        if let positionBeforeJump, instant >= positionBeforeJump.until { self.positionBeforeJump = nil }
        if let expected, instant >= expected.sent + Self.seekLimit { self.expected = nil }
    }

    private func arrivesAtSeek(_ report: LinearPosition) -> Bool {
        guard let expected else { return false }
        // For a short seek forward, a report behind the current position was sent before the seek.
        guard expected.isBackward || report.base >= value(at: report.instant) else { return false }
        let passed = expected.sent.seconds(to: report.instant) * max(report.speed, 0)
        return report.base >= expected.target - Self.seekTolerance
            && report.base <= expected.target + Self.seekTolerance + passed
    }

    /// Whether short media has started again after its end.
    private func isRestart(_ report: LinearPosition, at instant: ContinuousClock.Instant) -> Bool {
        guard let duration else { return false }
        return report.base < min(0.5, duration / 4) && linearPosition.value(at: instant) >= duration - 0.5
    }
}

extension MediaStatus {
    /// Whether a break replaces the content: its clips have their own players, unless the break is embedded in the
    /// content's stream (CASTV2 media namespace, breaks).
    var isContentFrozen: Bool {
        guard let breakStatus else { return false }
        let known = media?.breaks?.first { $0.id != nil && $0.id == breakStatus.breakID }
        return known?.isEmbedded != true
    }
}

/// A position that moves with the clock: `base` at `instant`, and `speed` seconds of media per second after that.
struct LinearPosition: Hashable, Sendable {
    var base: Double
    var instant: ContinuousClock.Instant
    /// The speed; 0 does not move.
    var speed: Double

    /// Returns the position at an instant, finite but otherwise unlimited. Before ``instant``, it is ``base``.
    func value(at now: ContinuousClock.Instant) -> Double {
        (base + max(0, instant.seconds(to: now)) * speed).clampedToFinite
    }

    /// Returns the same movement with another reference instant.
    func moved(to now: ContinuousClock.Instant, speed: Double? = nil) -> LinearPosition {
        LinearPosition(base: value(at: now), instant: now, speed: speed ?? self.speed)
    }

    /// Whether two positions are about the same at an instant.
    func isNear(_ other: LinearPosition, at now: ContinuousClock.Instant) -> Bool {
        abs(value(at: now) - other.value(at: now)) <= Self.tolerance
    }

    /// The number of seconds by which a message may be late, or a receiver's clock off, without indicating another
    /// position.
    static let tolerance = 3.0
}

extension ContinuousClock.Instant {
    /// Returns the time from this instant to another one, in seconds.
    package func seconds(to other: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = duration(to: other).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

/// The seekable range of a live stream, extrapolated between two statuses.
///
/// The end moves with the clock unless the broadcast is over, and so does the start of a moving window, whether or not
/// the stream is playing (CASTV2 media namespace, live). Statuses with a range are sporadic and may arrive late: an end
/// that moves back by no more than ``LinearPosition/tolerance`` keeps its extrapolated value.
struct LiveRange: Hashable, Sendable {
    private(set) var start: Double
    private(set) var end: Double
    let isMoving: Bool
    let isDone: Bool
    let instant: ContinuousClock.Instant

    /// Creates a range from a status; nil when it has no usable end.
    init?(_ range: LiveSeekableRange?, at instant: ContinuousClock.Instant) {
        guard let range, let end = range.end, end.isFinite else { return nil }
        start = range.start.flatMap { $0.isFinite ? $0 : nil } ?? 0
        self.end = end
        isMoving = range.isMovingWindow ?? false
        isDone = range.isLiveDone ?? false
        self.instant = instant
    }

    /// Returns the range at an instant. A start after the end is replaced by the end.
    func bounds(at now: ContinuousClock.Instant) -> ClosedRange<Double> {
        let elapsed = isDone ? 0 : max(0, instant.seconds(to: now))
        let end = end + elapsed
        let start = isMoving ? start + elapsed : start
        return min(start, end)...end
    }

    /// Returns this range as the successor of an older one, which smooths small steps back.
    func following(_ old: LiveRange?, at now: ContinuousClock.Instant) -> LiveRange {
        guard let known = old?.bounds(at: now), !isDone else { return self }
        var range = self
        if known.upperBound > end, known.upperBound - end <= LinearPosition.tolerance { range.end = known.upperBound }
        if isMoving, known.lowerBound > start, known.lowerBound - start <= LinearPosition.tolerance {
            range.start = known.lowerBound
        }
        return range
    }
}
