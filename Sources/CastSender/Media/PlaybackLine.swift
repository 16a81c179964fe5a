import CastWire

/// A position that moves with the clock: `base` at `instant`, and `speed` seconds of media for each second after it.
struct PlaybackLine: Hashable, Sendable {
    var base: Double
    var instant: ContinuousClock.Instant
    /// 0 stands still.
    var speed: Double

    /// The position at an instant, finite and without other limits. Before ``instant`` it is the ``base``.
    func value(at now: ContinuousClock.Instant) -> Double {
        (base + max(0, instant.seconds(to: now)) * speed).clampedToFinite
    }

    /// The same line, told from another instant.
    func moved(to now: ContinuousClock.Instant, speed: Double? = nil) -> PlaybackLine {
        PlaybackLine(base: value(at: now), instant: now, speed: speed ?? self.speed)
    }

    /// Whether both stand for about the same position at an instant.
    func isNear(_ other: PlaybackLine, at now: ContinuousClock.Instant) -> Bool {
        abs(value(at: now) - other.value(at: now)) <= Self.tolerance
    }

    /// By how many seconds a message may be late, or a receiver's clock off, without meaning another place.
    static let tolerance = 3.0
}

extension ContinuousClock.Instant {
    func seconds(to other: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = duration(to: other).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
