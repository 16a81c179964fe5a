import CastWire

/// What a socket may do and why it closed: no bytes, no channel, no clock.
///
/// It is open until one end closes it. The first reason wins: a socket that this side closes because of a bad frame
/// stays closed for that, whatever the network reports afterwards. Three events lead out of `open`:
/// - ``close(_:)``, which asks for an orderly close when nothing is wrong and for an abort otherwise;
/// - ``send(bytes:queued:)`` beyond the queue's limit, which aborts;
/// - ``carrierEnded(_:)``, which only reports.
///
/// In `closing` nothing is delivered or sent any more; `carrierEnded` leads to `closed` and yields the reason to
/// report, once.
struct SocketStateMachine {
    private enum State {
        case open
        case closing(CastCloseReason)
        case closed(CastCloseReason)
    }

    /// What to do about a message that shall be sent.
    enum SendDecision: Equatable {
        case write
        case refuse(CastSocketError)
        /// Refuse it, and abort the carrier.
        case refuseAndAbort(CastSocketError)
    }

    /// What to do to the carrier when the socket is closed.
    enum CloseOrder: Equatable {
        case orderly
        case abort
    }

    private var state = State.open
    private(set) var isWritable = true
    private let configuration: CastSocketConfiguration

    init(configuration: CastSocketConfiguration) {
        self.configuration = configuration
    }

    /// Why the socket closes or has closed; nil while it is open.
    var closeReason: CastCloseReason? {
        switch state {
        case .open: nil
        case .closing(let reason), .closed(let reason): reason
        }
    }

    /// Decides about a frame of so many bytes while so many others wait.
    mutating func send(bytes: Int, queued: Int) -> SendDecision {
        if let closeReason { return .refuse(.closed(closeReason)) }
        guard queued + bytes <= configuration.queueLimit else {
            state = .closing(.writeQueueFull(limit: configuration.queueLimit))
            return .refuseAndAbort(.queueFull(limit: configuration.queueLimit))
        }
        return .write
    }

    /// Takes note of how many bytes wait.
    ///
    /// - Returns: The new writability when it has changed.
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

    /// Closes; nil when that has happened before.
    mutating func close(_ reason: CastCloseReason) -> CloseOrder? {
        guard case .open = state else { return nil }
        state = .closing(reason)
        return reason == .local ? .orderly : .abort
    }

    /// The carrier is gone, by itself for the given reason or because it was told to.
    ///
    /// - Returns: The reason to report; nil when that has happened before.
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
