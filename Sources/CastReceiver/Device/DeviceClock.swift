import NIOCore

/// The time of an event loop as instants.
///
/// Instants of two loops that share a clock compare: those of a process, or those that one test moves. A session that
/// moves from device to device keeps its times.
struct DeviceClock: Sendable {
    private static let origin = ContinuousClock.now

    let eventLoop: any EventLoop

    var now: ContinuousClock.Instant {
        Self.origin + .nanoseconds(Int64(clamping: eventLoop.now.uptimeNanoseconds))
    }

    /// How long until an instant; nothing when it has come.
    ///
    /// Rounded up to the nanoseconds in which a loop counts: rounded down, a timer would fire just before its instant,
    /// find nothing due and be set again, without end where time stands still.
    static func delay(from now: ContinuousClock.Instant, until instant: ContinuousClock.Instant) -> TimeAmount {
        let left = max(instant - now, .zero)
        let whole = TimeAmount(left)
        return Duration.nanoseconds(whole.nanoseconds) < left ? whole + .nanoseconds(1) : whole
    }
}
