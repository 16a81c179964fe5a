// SPDX-License-Identifier: Apache-2.0

/// A media position that advances between two reports.
struct PlaybackClock: Sendable, Hashable {
    /// The last reported position, in seconds.
    private var base: Double
    /// The time at which the position was last set.
    private(set) var anchor: ContinuousClock.Instant
    /// The rate, in seconds of media per second.
    private(set) var rate: Double
    private(set) var isRunning: Bool

    init(at position: Double, rate: Double = 1, isRunning: Bool = false, now: ContinuousClock.Instant) {
        base = position
        anchor = now
        self.rate = rate
        self.isRunning = isRunning
    }

    /// Returns the position in seconds, not limited by the duration of the media.
    func position(at now: ContinuousClock.Instant) -> Double {
        guard isRunning else { return base }
        return base + (now - anchor).seconds * rate
    }

    /// Returns the time at which a position will be reached; nil while the clock is stopped.
    func instant(of position: Double) -> ContinuousClock.Instant? {
        guard isRunning, rate > 0, position.isFinite else { return nil }
        return anchor + .seconds(min(max(position - base, 0) / rate, 1e8))
    }

    mutating func set(_ position: Double, now: ContinuousClock.Instant) {
        base = position
        anchor = now
    }

    mutating func run(_ isRunning: Bool, now: ContinuousClock.Instant) {
        set(position(at: now), now: now)
        self.isRunning = isRunning
    }

    mutating func changeRate(_ rate: Double, now: ContinuousClock.Instant) {
        set(position(at: now), now: now)
        self.rate = rate
    }
}
