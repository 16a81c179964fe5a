import CastWire

/// Where playback stands, between two statuses.
///
/// A receiver reports transitions only and is then silent for minutes, so the position is carried forward from the
/// last report by a monotonic clock: `base + elapsed × rate` while it plays and no break stands in for the content,
/// standing still otherwise; kept within [0, duration], or for live media within the ``LiveRange`` (CASTV2 media
/// merge rules, 8 and 9).
///
/// A status without `currentTime` does not restart the clock. When it changes whether or how fast playback goes,
/// the position carried forward so far becomes the new base.
///
/// **It does not run backwards** because a message came late. A report that is up to ``PlaybackLine/tolerance``
/// behind makes the position wait until playback has caught up. A greater difference is a jump, somebody's seek. For
/// ``lateness`` after a jump, reports that continue the place left behind are doubted: most likely they were sent
/// before it. If no report of the new place follows, they are believed in the end. A seek of our own, which
/// ``seekSent(to:at:)`` announces, is believed at once, however short.
struct PlaybackPosition: Hashable, Sendable {
    private(set) var line: PlaybackLine
    private(set) var rate = 1.0
    private(set) var duration: Double?
    private(set) var range: LiveRange?
    /// What was shown when a late report came; nothing below is shown until playback has passed it.
    private var floor: Double?
    /// The place that was left by a jump, which late messages may still speak of.
    private var left: Dated?
    /// A report that continues the place left behind, and when it is believed.
    private var doubted: Dated?
    /// Where our own seek goes, and until when it may arrive.
    private var expected: Expected?
    private var hasReport = false

    private struct Dated: Hashable, Sendable {
        var line: PlaybackLine
        var until: ContinuousClock.Instant
    }

    private struct Expected: Hashable, Sendable {
        var target: Double
        var sent: ContinuousClock.Instant
        var isBack: Bool
    }

    /// How long after a jump late messages are expected.
    static let lateness = Duration.seconds(2)
    /// How long a seek of ours may take to be carried out.
    private static let seekLimit = Duration.seconds(15)
    /// How far from its target a seek may arrive: players go to the next place where a picture starts.
    private static let seekTolerance = 1.5

    init(at instant: ContinuousClock.Instant) {
        line = PlaybackLine(base: 0, instant: instant, speed: 0)
    }

    /// Whether the position moves by itself.
    var isAdvancing: Bool { line.speed != 0 }

    func value(at now: ContinuousClock.Instant) -> Double {
        var value = line.value(at: now)
        if let doubted, now >= doubted.until {
            value = doubted.line.value(at: now)
        } else if let floor, line.speed >= 0 {
            value = max(value, floor)
        }
        if let range {
            let bounds = range.bounds(at: now)
            return min(max(value, bounds.lowerBound), bounds.upperBound)
        }
        return min(max(value, 0), duration ?? .infinity)
    }

    /// A seek of ours goes out: a report near its target is no late message, however short the way.
    mutating func seekSent(to target: Double, at instant: ContinuousClock.Instant) {
        expected = Expected(target: target, sent: instant, isBack: target < value(at: instant))
    }

    /// Takes a merged status.
    ///
    /// - Parameters:
    ///   - news: The status as it came, before merging: only what it says counts as a report.
    mutating func update(from status: MediaStatus, news: MediaStatus, at instant: ContinuousClock.Instant) {
        let isPlaying = status.playerState == .playing && !status.isContentFrozen
        rate = status.playbackRate.flatMap { $0.isFinite ? $0 : nil } ?? 1
        let speed = isPlaying ? rate : 0
        settle(at: instant)
        if let reported = news.currentTime, reported.isFinite {
            take(PlaybackLine(base: reported, instant: instant, speed: speed), at: instant)
        } else if speed != line.speed {
            line = line.moved(to: instant, speed: speed)
        }
        duration = status.media?.knownDuration
        if news.fields["liveSeekableRange"] != nil || status.liveSeekableRange == nil {
            range = LiveRange(status.liveSeekableRange, at: instant)?.following(range, at: instant)
        }
    }

    private mutating func take(_ report: PlaybackLine, at instant: ContinuousClock.Instant) {
        guard hasReport else {
            hasReport = true
            line = report
            return
        }
        if arrivesAtSeek(report) {
            jump(to: report, at: instant)
            expected = nil
        } else if let left, !report.isNear(line, at: instant), report.isNear(left.line, at: instant) {
            doubted = Dated(line: report, until: left.until)
            line = line.moved(to: instant, speed: report.speed)
        } else if report.isNear(line, at: instant), !isRestart(report, at: instant) {
            let shown = value(at: instant)
            floor = report.base < shown ? shown : nil
            line = report
            doubted = nil
        } else {
            jump(to: report, at: instant)
        }
    }

    private mutating func jump(to report: PlaybackLine, at instant: ContinuousClock.Instant) {
        left = Dated(line: line.moved(to: instant), until: instant + Self.lateness)
        line = report
        floor = nil
        doubted = nil
    }

    /// Makes what time alone has decided part of the state.
    private mutating func settle(at instant: ContinuousClock.Instant) {
        if let doubted, instant >= doubted.until {
            line = doubted.line
            floor = nil
            self.doubted = nil
        }
        if let left, instant >= left.until { self.left = nil }
        if let expected, instant >= expected.sent + Self.seekLimit { self.expected = nil }
    }

    private func arrivesAtSeek(_ report: PlaybackLine) -> Bool {
        guard let expected else { return false }
        // On a short way forward, what lies behind is from before the seek.
        guard expected.isBack || report.base >= value(at: report.instant) else { return false }
        let passed = expected.sent.seconds(to: report.instant) * max(report.speed, 0)
        return report.base >= expected.target - Self.seekTolerance
            && report.base <= expected.target + Self.seekTolerance + passed
    }

    /// Something short begins again after its end.
    private func isRestart(_ report: PlaybackLine, at instant: ContinuousClock.Instant) -> Bool {
        guard let duration else { return false }
        return report.base < min(0.5, duration / 4) && line.value(at: instant) >= duration - 0.5
    }
}

extension MediaStatus {
    /// Whether a break stands in for the content: its clips are players of their own, unless the break is part of the
    /// content's stream (CASTV2 media namespace, breaks).
    var isContentFrozen: Bool {
        guard let breakStatus else { return false }
        let known = media?.breaks?.first { $0.id != nil && $0.id == breakStatus.breakID }
        return known?.isEmbedded != true
    }
}
