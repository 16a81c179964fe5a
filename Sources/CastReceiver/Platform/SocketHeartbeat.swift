/// Whether the sender at the other end of one socket still lives (CASTV2, heartbeat).
///
/// A device asks every sender about every five seconds, however busy the socket is, and takes any message as a
/// sign of life. The driver calls ``timerFired(at:)`` once per ``interval``.
struct SocketHeartbeat: Sendable {
    enum Action: Sendable, Hashable {
        case ping
        /// The sender is gone: close its socket.
        case drop
    }

    /// Between two PINGs. Default 5 s.
    let interval: Duration
    /// Silence after which the sender counts as gone. Default 15 s, three unanswered PINGs.
    let timeout: Duration
    private var lastReceived: ContinuousClock.Instant

    init(
        openedAt instant: ContinuousClock.Instant,
        interval: Duration = .seconds(5),
        timeout: Duration = .seconds(15)
    ) {
        self.interval = interval
        self.timeout = timeout
        lastReceived = instant
    }

    mutating func received(at instant: ContinuousClock.Instant) {
        lastReceived = instant
    }

    /// - Parameter limit: A silence that is enough already; nil for that of the device.
    func timerFired(at instant: ContinuousClock.Instant, limit: Duration? = nil) -> Action {
        instant - lastReceived >= min(limit ?? timeout, timeout) ? .drop : .ping
    }
}
