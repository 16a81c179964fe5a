// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import CastSender

@Suite("Heartbeat")
struct HeartbeatTests {
    let timing = Heartbeat.Timing(silenceBeforePing: .seconds(5), silenceBeforeClose: .seconds(10))

    private func heartbeat() -> Heartbeat { Heartbeat(timing: timing, now: .at(0)) }

    @Test("Silence leads to a PING after 5 s and to a close after 10 s")
    func silence() {
        var machine = heartbeat()
        #expect(machine.deadline == .at(5))
        #expect(machine.deadlineReached(now: .at(5)) == .sendPing)
        #expect(machine.deadline == .at(10))
        #expect(machine.deadlineReached(now: .at(9.999)) == .none)
        #expect(machine.deadlineReached(now: .at(10)) == .closeConnection)
    }

    @Test("Any message restarts both intervals")
    func anyMessage() {
        var machine = heartbeat()
        #expect(machine.deadlineReached(now: .at(5)) == .sendPing)
        machine.messageReceived(now: .at(9.9))
        #expect(machine.deadlineReached(now: .at(10)) == .none)
        #expect(machine.deadline == .at(14.9))
        #expect(machine.deadlineReached(now: .at(14.9)) == .sendPing)
        #expect(machine.deadlineReached(now: .at(19.9)) == .closeConnection)
    }

    @Test("A timer set before a message arrived has no effect")
    func staleDeadline() {
        var machine = heartbeat()
        machine.messageReceived(now: .at(4))
        #expect(machine.deadlineReached(now: .at(5)) == .none)
        #expect(machine.deadline == .at(9))
    }

    @Test("One PING is sent per silence, however often the timer fires")
    func onePing() {
        var machine = heartbeat()
        #expect(machine.deadlineReached(now: .at(5)) == .sendPing)
        #expect(machine.deadlineReached(now: .at(6)) == .none)
        #expect(machine.deadlineReached(now: .at(7)) == .none)
    }

    @Test("A timer that fires much too late, after the machine slept, closes the connection")
    func lateDeadline() {
        var machine = heartbeat()
        #expect(machine.deadlineReached(now: .at(3600)) == .closeConnection)
    }
}
