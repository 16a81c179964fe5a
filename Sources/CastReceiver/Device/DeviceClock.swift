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
}
