// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension NIODeadline {
    /// The instant this many seconds after the start of the trace.
    static func at(_ seconds: Double) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}

extension ContinuousClock.Instant {
    /// The start of a media trace.
    static let origin = ContinuousClock.now

    /// The instant this many seconds after the start of the trace.
    static func at(_ seconds: Double) -> ContinuousClock.Instant { origin + .seconds(seconds) }
}
