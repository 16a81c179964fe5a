// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The state machine for one property that the user sets and a device confirms. It shows the requested value while it
/// is pending, and the device's value otherwise.
///
/// **Rules.** At most one request is in flight. A newer value waits for its reply and replaces a value that is already
/// waiting, so the last requested value is sent last. Requests are at least ``Timing/interval`` apart, so that dragging
/// a slider sends no more requests on a fast network than on a slow one. Values that the device reports meanwhile are
/// stored, but not shown. A failure discards the requested value and shows the device's value again, unless a newer
/// value is waiting.
///
/// **After the last reply**, a device may still report the values from before the change, and messages may arrive late.
/// For ``Timing/settling``, the previous value and earlier requested values are not shown; any other value was set by
/// another sender and is shown at once. After that time, the last value of the device is shown.
///
/// **States.** `settled` → (new value) → `inFlight` → (reply) → `pausing` → `inFlight` …, or → `settling` →
/// `settled`.
///
/// Replies carry the ticket of their request; a reply with another ticket is ignored.
struct Reconciler<Value: Sendable & Equatable> {
    struct Timing: Equatable {
        /// The minimum time between two requests.
        var interval: TimeAmount = .milliseconds(100)
        /// The time after the last reply in which earlier values are not shown.
        var settling: TimeAmount = .seconds(1)
    }

    enum Action: Equatable {
        case none
        /// Send a request for this value; its result must be passed back with the ticket.
        case send(Value, ticket: Int)
    }

    private struct Request {
        var value: Value
        var ticket: Int
    }

    private enum Phase {
        case settled
        /// A request is in flight; `next` is a newer value.
        case inFlight(Request, next: Value?)
        /// The last request was answered; the next one waits for the interval to pass.
        case pausing(next: Value, until: NIODeadline)
        /// All requests were answered; the device may still report earlier values.
        case settling(Value, until: NIODeadline)
    }

    let timing: Timing
    /// The last value that the device reported.
    private(set) var confirmed: Value?
    /// The error of the last request; nil when it succeeded, and after a new value is requested.
    private(set) var failure: CastError?
    private var phase = Phase.settled
    /// Values that the device may still report although a newer one was requested, oldest first.
    private var outdated: [Value] = []
    private var lastSent: NIODeadline?
    private var nextTicket = 1
    private let agree: @Sendable (Value, Value) -> Bool

    private static var outdatedLimit: Int { 16 }

    /// - Parameters:
    ///   - timing: The time limits.
    ///   - agree: Returns whether a value that the device reports (the first argument) can be the requested one.
    init(timing: Timing = Timing(), agree: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 }) {
        self.timing = timing
        self.agree = agree
    }

    /// The requested value that the device has not confirmed; nil when there is none.
    var requested: Value? {
        switch phase {
        case .settled: nil
        case .inFlight(let request, let next): next ?? request.value
        case .pausing(let next, _): next
        case .settling(let value, _): confirmed.map { agree($0, value) } == true ? nil : value
        }
    }

    /// The value to show to the user.
    var shown: Value? { requested ?? confirmed }

    /// Whether a request is in flight or about to be sent.
    var isPending: Bool {
        switch phase {
        case .settled, .settling: false
        case .inFlight, .pausing: true
        }
    }

    /// The time at which ``deadlineReached(now:)`` must be called next.
    var nextDeadline: NIODeadline? {
        switch phase {
        case .settled, .inFlight: nil
        case .pausing(_, let until), .settling(_, let until): until
        }
    }

    /// Handles a new value from the user.
    mutating func request(_ value: Value, now: NIODeadline) -> Action {
        failure = nil
        switch phase {
        case .inFlight(let request, _):
            phase = .inFlight(request, next: value == request.value ? nil : value)
            return .none
        case .pausing(_, let until):
            phase = .pausing(next: value, until: until)
            return .none
        case .settling(let last, _):
            guard value != last else { return .none }
            outdate(last)
        case .settled:
            guard value != confirmed else { return .none }
            outdated = []
        }
        if let confirmed { outdate(confirmed) }
        return send(value, now: now)
    }

    /// Handles a value that the device reported.
    mutating func reported(_ value: Value) {
        confirmed = value
        guard case .settling(let requested, _) = phase, !agree(value, requested), !isOutdated(value) else { return }
        phase = .settled
    }

    /// Handles the success of a request. The status in its reply has been reported before.
    mutating func answered(_ ticket: Int, now: NIODeadline) -> Action {
        guard case .inFlight(let request, let next) = phase, request.ticket == ticket else { return .none }
        if let next {
            outdate(request.value)
            return send(next, now: now)
        }
        if let confirmed, !agree(confirmed, request.value), !isOutdated(confirmed) {
            phase = .settled
        } else {
            phase = .settling(request.value, until: now + timing.settling)
        }
        return .none
    }

    /// Handles the failure of a request.
    mutating func failed(_ ticket: Int, _ error: CastError, now: NIODeadline) -> Action {
        guard case .inFlight(let request, let next) = phase, request.ticket == ticket else { return .none }
        if let next {
            outdate(request.value)
            return send(next, now: now)
        }
        phase = .settled
        failure = error
        return .none
    }

    mutating func deadlineReached(now: NIODeadline) -> Action {
        guard let nextDeadline, nextDeadline <= now else { return .none }
        guard case .pausing(let next, _) = phase else {
            phase = .settled
            return .none
        }
        return send(next, now: now)
    }

    /// Discards the requested value, because the device is unreachable. Returns whether a request was in flight or
    /// about to be sent.
    mutating func abandon(_ error: CastError) -> Bool {
        let wasPending = isPending
        if wasPending { failure = error }
        phase = .settled
        return wasPending
    }

    /// Discards all values.
    mutating func reset() {
        phase = .settled
        confirmed = nil
        failure = nil
    }

    private mutating func send(_ value: Value, now: NIODeadline) -> Action {
        if let lastSent, now < lastSent + timing.interval {
            phase = .pausing(next: value, until: lastSent + timing.interval)
            return .none
        }
        let request = Request(value: value, ticket: nextTicket)
        nextTicket += 1
        lastSent = now
        phase = .inFlight(request, next: nil)
        return .send(value, ticket: request.ticket)
    }

    private mutating func outdate(_ value: Value) {
        outdated = (outdated + [value]).suffix(Self.outdatedLimit)
    }

    private func isOutdated(_ value: Value) -> Bool { outdated.contains { agree(value, $0) } }
}

/// A value that the user can set and a device confirms.
///
/// A control displays ``shown``: the requested value from the moment it is set, without waiting for the device, and the
/// device's value otherwise. It does not jump back while the request is pending.
public struct PendingValue<Value: Sendable>: Sendable {
    /// The last value that the device reported; nil until it has reported one.
    public let confirmed: Value?
    /// The requested value that the device has not confirmed; nil when there is none.
    public let requested: Value?
    /// Whether a request for the value is in flight or about to be sent.
    public let isPending: Bool
    /// The error of the last request; nil after a new value is requested.
    public let failure: CastError?

    /// The value that a control displays.
    public var shown: Value? { requested ?? confirmed }

    /// Creates a value.
    public init(confirmed: Value?, requested: Value? = nil, isPending: Bool = false, failure: CastError? = nil) {
        self.confirmed = confirmed
        self.requested = requested
        self.isPending = isPending
        self.failure = failure
    }
}

extension PendingValue: Equatable where Value: Equatable {}
extension PendingValue: Hashable where Value: Hashable {}

extension PendingValue where Value: Equatable {
    init(_ reconciler: Reconciler<Value>) {
        self.init(
            confirmed: reconciler.confirmed,
            requested: reconciler.requested,
            isPending: reconciler.isPending,
            failure: reconciler.failure
        )
    }
}
