import NIOCore

/// One property that a person sets and a device confirms: shows the wish while it is carried out, else the device's
/// value.
///
/// **Rules.** At most one request is in flight. A newer wish waits for its answer and replaces whatever waited before
/// it, so the last wish is sent last. Between two requests lies at least ``Timing/interval``: a drag over a fast
/// network sends no more than a slow one. What the device reports meanwhile is noted and held back. A failure gives up
/// the wish and shows the device's value again, unless a newer wish waits.
///
/// **After the last answer** a device may still repeat what it said before the wish took effect, and messages may
/// come late. For ``Timing/settling`` the values from before the wish, and our own earlier ones, are held back; any
/// other value is somebody else's word and wins at once. When the time is over, whatever the device said last is
/// shown.
///
/// **States.** `settled` → (wish) → `asking` → (answer) → `pausing` → `asking` …, or → `settling` → `settled`.
///
/// Answers carry the ticket of their request; one with another ticket is ignored.
struct Reconciler<Value: Sendable & Equatable> {
    struct Timing: Equatable {
        /// The least time between two requests.
        var interval: TimeAmount = .milliseconds(100)
        /// How long values from before the wish are held back after the last answer.
        var settling: TimeAmount = .seconds(1)
    }

    enum Order: Equatable {
        case none
        /// Send a request for this value; its answer is told with the ticket.
        case send(Value, ticket: Int)
    }

    private struct Request {
        var value: Value
        var ticket: Int
        var sent: NIODeadline
    }

    private enum Phase {
        case settled
        /// A request is in flight; `next` is a newer wish.
        case asking(Request, next: Value?)
        /// The request before was answered; the next one waits for its time.
        case pausing(next: Value, until: NIODeadline)
        /// Everything is answered; the device may still say what was true before.
        case settling(Value, until: NIODeadline)
    }

    let timing: Timing
    /// What the device said last.
    private(set) var confirmed: Value?
    /// Why the last wish came to nothing; nil when it did not, and from the next wish on.
    private(set) var failure: CastError?
    private var phase = Phase.settled
    /// Values that the device may still report although the wish is newer, oldest first.
    private var outdated: [Value] = []
    private var lastSent: NIODeadline?
    private var nextTicket = 1
    private let agree: @Sendable (Value, Value) -> Bool

    private static var outdatedLimit: Int { 16 }

    /// - Parameters:
    ///   - timing: Waits.
    ///   - agree: Whether a value that the device reports, given first, may be the one it was asked for.
    init(timing: Timing = Timing(), agree: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 }) {
        self.timing = timing
        self.agree = agree
    }

    /// The wish that is not yet the device's value; nil when there is none.
    var wanted: Value? {
        switch phase {
        case .settled: nil
        case .asking(let request, let next): next ?? request.value
        case .pausing(let next, _): next
        case .settling(let value, _): confirmed.map { agree($0, value) } == true ? nil : value
        }
    }

    /// What a person shall see.
    var shown: Value? { wanted ?? confirmed }

    /// Whether a request is in flight or about to be sent.
    var isPending: Bool {
        switch phase {
        case .settled, .settling: false
        case .asking, .pausing: true
        }
    }

    /// When ``alarmRang(now:)`` has something to do next.
    var alarm: NIODeadline? {
        switch phase {
        case .settled, .asking: nil
        case .pausing(_, let until), .settling(_, let until): until
        }
    }

    /// Somebody here wants another value.
    mutating func wish(_ value: Value, now: NIODeadline) -> Order {
        failure = nil
        switch phase {
        case .asking(let request, _):
            phase = .asking(request, next: value == request.value ? nil : value)
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

    /// The device said what it has.
    mutating func reported(_ value: Value) {
        confirmed = value
        guard case .settling(let wished, _) = phase, !agree(value, wished), !isOutdated(value) else { return }
        phase = .settled
    }

    /// The device took the request. Its status has been reported before.
    mutating func answered(_ ticket: Int, now: NIODeadline) -> Order {
        guard case .asking(let request, let next) = phase, request.ticket == ticket else { return .none }
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

    /// The request came to nothing.
    mutating func failed(_ ticket: Int, _ error: CastError, now: NIODeadline) -> Order {
        guard case .asking(let request, let next) = phase, request.ticket == ticket else { return .none }
        if let next {
            outdate(request.value)
            return send(next, now: now)
        }
        phase = .settled
        failure = error
        return .none
    }

    mutating func alarmRang(now: NIODeadline) -> Order {
        guard let alarm, alarm <= now else { return .none }
        guard case .pausing(let next, _) = phase else {
            phase = .settled
            return .none
        }
        return send(next, now: now)
    }

    /// Gives up the wish: the device is out of reach. True when a request was in flight or about to be sent.
    mutating func abandon(_ error: CastError) -> Bool {
        let wasPending = isPending
        if wasPending { failure = error }
        phase = .settled
        return wasPending
    }

    /// Forgets everything.
    mutating func reset() {
        phase = .settled
        confirmed = nil
        failure = nil
    }

    private mutating func send(_ value: Value, now: NIODeadline) -> Order {
        if let lastSent, now < lastSent + timing.interval {
            phase = .pausing(next: value, until: lastSent + timing.interval)
            return .none
        }
        let request = Request(value: value, ticket: nextTicket, sent: now)
        nextTicket += 1
        lastSent = now
        phase = .asking(request, next: nil)
        return .send(value, ticket: request.ticket)
    }

    private mutating func outdate(_ value: Value) {
        outdated = (outdated + [value]).suffix(Self.outdatedLimit)
    }

    private func isOutdated(_ value: Value) -> Bool { outdated.contains { agree(value, $0) } }
}
