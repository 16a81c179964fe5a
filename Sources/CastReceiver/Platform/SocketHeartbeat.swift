// SPDX-License-Identifier: Apache-2.0

/// Detects a silent sender at the other end of a socket (CASTV2, heartbeat).
///
/// A device sends PING to every sender about every five seconds, even on a busy socket, and accepts any message as an
/// answer. The driver calls ``timerFired(at:limit:)`` once per ``interval``.
struct SocketHeartbeat: Sendable {
    enum Action: Sendable, Hashable {
        case ping
        /// Close the socket: the sender has been silent for too long.
        case drop
    }

    /// The interval between PINGs. Default 5 s.
    let interval: Duration
    /// The silence after which the sender is disconnected. Default 15 s, three unanswered PINGs.
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

    /// - Parameter limit: A shorter silence limit than ``timeout``; nil for ``timeout``.
    func timerFired(at instant: ContinuousClock.Instant, limit: Duration? = nil) -> Action {
        instant - lastReceived >= min(limit ?? timeout, timeout) ? .drop : .ping
    }
}
