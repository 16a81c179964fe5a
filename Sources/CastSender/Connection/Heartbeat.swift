// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The state machine that detects a device that stopped responding.
///
/// Any message counts as activity. After ``Timing/silenceBeforePing`` without a message, a PING is sent; after
/// ``Timing/silenceBeforeClose``, the connection is lost. Both are counted from the last message, so with Google's 5 s
/// and 10 s a device has 5 s to answer (CASTV2 heartbeat), plus the measured round-trip time. The driver answers the
/// device's own PINGs at once; they count as activity like any other message.
///
/// The machine has one deadline. A message only moves the time from which the deadline is measured: a timer that was
/// scheduled before fires without effect and is scheduled again, so busy connections never reschedule their timer.
struct Heartbeat {
    struct Timing: Equatable {
        var silenceBeforePing: TimeAmount
        var silenceBeforeClose: TimeAmount
    }

    enum DeadlineAction: Equatable {
        case none
        case sendPing
        case closeConnection
    }

    let timing: Timing
    private var lastMessage: NIODeadline
    private var hasPinged = false
    /// When the PING was sent that has not been answered yet.
    private var pingSent: NIODeadline?

    init(timing: Timing, now: NIODeadline) {
        self.timing = timing
        lastMessage = now
    }

    /// The time at which ``deadlineReached(now:allowance:)`` must be called next.
    ///
    /// - Parameter allowance: The time that the network adds to the device's response time.
    func deadline(allowance: TimeAmount) -> NIODeadline {
        lastMessage + (hasPinged ? timing.silenceBeforeClose + allowance : timing.silenceBeforePing)
    }

    /// ``deadline(allowance:)`` without network delay.
    var deadline: NIODeadline { deadline(allowance: .zero) }

    /// The time since the last message.
    func silence(now: NIODeadline) -> TimeAmount { now - lastMessage }

    mutating func messageReceived(now: NIODeadline) {
        lastMessage = now
        hasPinged = false
    }

    /// Handles a PONG.
    ///
    /// - Returns: The time since the PING, if one was sent.
    mutating func pongReceived(now: NIODeadline) -> TimeAmount? {
        defer { pingSent = nil }
        return pingSent.map { now - $0 }
    }

    mutating func deadlineReached(now: NIODeadline, allowance: TimeAmount = .zero) -> DeadlineAction {
        let silence = now - lastMessage
        if silence >= timing.silenceBeforeClose + allowance { return .closeConnection }
        if silence >= timing.silenceBeforePing, !hasPinged {
            hasPinged = true
            pingSent = now
            return .sendPing
        }
        return .none
    }
}

/// The round-trip time of a connection, smoothed as in TCP (RFC 6298).
///
/// Samples are the replies to PING and to the platform's GET_STATUS, which a device answers at once. Time limits grow
/// by ``limit``, so that a slow network does not fail requests that the device answers in time.
struct RoundTripEstimate: Equatable {
    /// The smoothed round-trip time; nil before the first sample.
    private(set) var smoothed: TimeAmount?
    private var variation = TimeAmount.zero

    /// The maximum that the estimate adds to a time limit.
    static let maximum = TimeAmount.seconds(20)

    /// The time within which a message and its reply cross the network: the smoothed time plus four times its mean
    /// deviation; zero before the first sample.
    var limit: TimeAmount {
        guard let smoothed else { return .zero }
        return min(smoothed + variation * 4, Self.maximum)
    }

    /// Adds a sample. Samples outside 0…60 s are ignored.
    mutating func measured(_ sample: TimeAmount) {
        guard sample >= .zero, sample <= .seconds(60) else { return }
        guard let old = smoothed else {
            smoothed = sample
            variation = .nanoseconds(sample.nanoseconds / 2)
            return
        }
        let deviation = abs(old.nanoseconds - sample.nanoseconds)
        variation = .nanoseconds((3 * variation.nanoseconds + deviation) / 4)
        smoothed = .nanoseconds((7 * old.nanoseconds + sample.nanoseconds) / 8)
    }
}

extension CastConnection {
    /// The time that the network needs for a message and its reply, estimated from the measured round-trip times; zero
    /// before the first measurement.
    package var roundTripLimit: Duration { .nanoseconds(machine.roundTrip.limit.nanoseconds) }
}
