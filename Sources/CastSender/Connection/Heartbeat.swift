import NIOCore

/// Notices a device that fell silent.
///
/// Any message counts as a sign of life. After ``Budget/silenceBeforePing`` without one a PING goes out; after
/// ``Budget/silenceBeforeClose`` without one the connection is dead. Both are counted from the last message, so
/// that with Google's 5 s and 10 s a device has 5 s to answer (CASTV2 heartbeat), and the measured round trip time on top. The device's own PINGs are
/// answered by the driver at once and are signs of life like any other message.
///
/// The machine keeps one deadline. A message only moves the time it is measured from: a timer that was armed
/// earlier fires, finds nothing to do, and is armed again, so busy connections never touch their timer.
struct Heartbeat {
    struct Budget: Equatable {
        var silenceBeforePing: TimeAmount
        var silenceBeforeClose: TimeAmount
    }

    enum OnAlarm: Equatable {
        case none
        case sendPing
        case giveUp
    }

    let budget: Budget
    private var lastMessage: NIODeadline
    private var hasPinged = false
    /// When the PING went out that was not answered yet.
    private var pingSent: NIODeadline?

    init(budget: Budget, now: NIODeadline) {
        self.budget = budget
        lastMessage = now
    }

    /// When ``alarmRang(now:allowance:)`` has something to decide next.
    ///
    /// - Parameter allowance: What the network adds to the time in which a device answers.
    func deadline(allowance: TimeAmount) -> NIODeadline {
        lastMessage + (hasPinged ? budget.silenceBeforeClose + allowance : budget.silenceBeforePing)
    }

    /// ``deadline(allowance:)`` on a network that adds nothing.
    var deadline: NIODeadline { deadline(allowance: .zero) }

    /// How long nothing has been heard.
    func silence(now: NIODeadline) -> TimeAmount { now - lastMessage }

    mutating func messageReceived(now: NIODeadline) {
        lastMessage = now
        hasPinged = false
    }

    /// A PONG arrived.
    ///
    /// - Returns: The time since the PING, where one was sent.
    mutating func pongReceived(now: NIODeadline) -> TimeAmount? {
        defer { pingSent = nil }
        return pingSent.map { now - $0 }
    }

    mutating func alarmRang(now: NIODeadline, allowance: TimeAmount = .zero) -> OnAlarm {
        let silence = now - lastMessage
        if silence >= budget.silenceBeforeClose + allowance { return .giveUp }
        if silence >= budget.silenceBeforePing, !hasPinged {
            hasPinged = true
            pingSent = now
            return .sendPing
        }
        return .none
    }
}
