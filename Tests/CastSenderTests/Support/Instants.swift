import NIOCore

extension NIODeadline {
    /// An instant so many seconds after the trace's start.
    static func at(_ seconds: Double) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
}

extension ContinuousClock.Instant {
    /// The start of a media trace.
    static let origin = ContinuousClock.now

    /// An instant so many seconds after the trace's start.
    static func at(_ seconds: Double) -> ContinuousClock.Instant { origin + .seconds(seconds) }
}
