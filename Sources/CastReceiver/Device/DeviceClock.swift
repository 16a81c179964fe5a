// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Converts the time of an event loop to instants.
///
/// Instants of event loops that share a clock can be compared: those of one process, or those that one test controls. A
/// session that moves to another device keeps its times.
struct DeviceClock: Sendable {
    private static let origin = ContinuousClock.now

    let eventLoop: any EventLoop

    var now: ContinuousClock.Instant {
        Self.origin + .nanoseconds(Int64(clamping: eventLoop.now.uptimeNanoseconds))
    }

    /// Returns the time of the event loop at an instant.
    ///
    /// Rounded up to nanoseconds, the resolution of an event loop. If it were rounded down, a timer would fire just
    /// before its instant, find nothing due and be scheduled again, endlessly while a test holds the clock.
    static func deadline(_ instant: ContinuousClock.Instant) -> NIODeadline {
        let uptime = max(instant - origin, .zero)
        let whole = TimeAmount(uptime)
        let isRoundedDown = Duration.nanoseconds(whole.nanoseconds) < uptime
        return .uptimeNanoseconds(0) + (isRoundedDown ? whole + .nanoseconds(1) : whole)
    }
}
