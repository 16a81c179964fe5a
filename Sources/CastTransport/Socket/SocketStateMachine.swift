// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The state of a socket and the reason why it closed, without I/O or a clock.
///
/// A socket is open until one end closes it. The first reason wins: a socket that this side closes because of a
/// malformed frame keeps that reason, whatever the network reports afterward. Three events lead out of `open`:
/// - ``close(_:)``, which requests an orderly close when there is no error, and an abort otherwise;
/// - ``send(bytes:queued:)`` beyond the queue limit, which aborts;
/// - ``carrierEnded(_:)``, which only reports.
///
/// In `closing`, nothing is delivered or sent any more. ``carrierEnded(_:)`` leads to `closed` and returns the reason
/// to report, once.
struct SocketStateMachine {
    private enum State {
        case open
        case closing(CastCloseReason)
        case closed(CastCloseReason)
    }

    /// The decision about a message to send.
    enum SendDecision: Equatable {
        case write
        case refuse(CastSocketError)
        /// Refuse the message and abort the carrier.
        case refuseAndAbort(CastSocketError)
    }

    /// How to close the carrier when the socket closes.
    enum CloseAction: Equatable {
        case orderly
        case abort
    }

    private var state = State.open
    private(set) var isWritable = true
    private let configuration: CastSocketConfiguration

    init(configuration: CastSocketConfiguration) {
        self.configuration = configuration
    }

    /// Why the socket is closing or has closed; nil while it is open.
    var closeReason: CastCloseReason? {
        switch state {
        case .open: nil
        case .closing(let reason), .closed(let reason): reason
        }
    }

    /// Decides whether to accept a frame, given its size and the number of bytes already queued.
    mutating func send(bytes: Int, queued: Int) -> SendDecision {
        if let closeReason { return .refuse(.closed(closeReason)) }
        guard queued + bytes <= configuration.queueLimit else {
            state = .closing(.writeQueueFull(limit: configuration.queueLimit))
            return .refuseAndAbort(.queueFull(limit: configuration.queueLimit))
        }
        return .write
    }

    /// Updates the number of queued bytes.
    ///
    /// - Returns: The new writability if it has changed, else nil.
    mutating func queueChanged(to bytes: Int) -> Bool? {
        if isWritable, bytes > configuration.highWaterMark {
            isWritable = false
            return false
        }
        if !isWritable, bytes < configuration.lowWaterMark {
            isWritable = true
            return true
        }
        return nil
    }

    /// Starts to close the socket. Returns nil if it is already closing or closed.
    mutating func close(_ reason: CastCloseReason) -> CloseAction? {
        guard case .open = state else { return nil }
        state = .closing(reason)
        return reason == .local ? .orderly : .abort
    }

    /// Records that the carrier has ended, either by itself for the given reason or on request.
    ///
    /// - Returns: The reason to report; nil if the end was reported before.
    mutating func carrierEnded(_ reason: CastCloseReason) -> CastCloseReason? {
        switch state {
        case .open:
            state = .closed(reason)
            return reason
        case .closing(let first):
            state = .closed(first)
            return first
        case .closed:
            return nil
        }
    }
}
