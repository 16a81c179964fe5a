import NIOCore
import Testing

@testable import CastSender

@Suite("Heartbeat")
struct HeartbeatTests {
    let budget = Heartbeat.Budget(silenceBeforePing: .seconds(5), silenceBeforeClose: .seconds(10))

    private func heartbeat() -> Heartbeat { Heartbeat(budget: budget, now: .at(0)) }

    @Test("Silence brings a PING after 5 s and the end after 10 s")
    func silence() {
        var machine = heartbeat()
        #expect(machine.deadline == .at(5))
        #expect(machine.alarmRang(now: .at(5)) == .sendPing)
        #expect(machine.deadline == .at(10))
        #expect(machine.alarmRang(now: .at(9.999)) == .none)
        #expect(machine.alarmRang(now: .at(10)) == .giveUp)
    }

    @Test("Any message starts both times again")
    func anyMessage() {
        var machine = heartbeat()
        #expect(machine.alarmRang(now: .at(5)) == .sendPing)
        machine.messageReceived(now: .at(9.9))
        #expect(machine.alarmRang(now: .at(10)) == .none)
        #expect(machine.deadline == .at(14.9))
        #expect(machine.alarmRang(now: .at(14.9)) == .sendPing)
        #expect(machine.alarmRang(now: .at(19.9)) == .giveUp)
    }

    @Test("An alarm that was armed before a message finds nothing to do")
    func staleAlarm() {
        var machine = heartbeat()
        machine.messageReceived(now: .at(4))
        #expect(machine.alarmRang(now: .at(5)) == .none)
        #expect(machine.deadline == .at(9))
    }

    @Test("One PING per silence, however often the alarm rings")
    func onePing() {
        var machine = heartbeat()
        #expect(machine.alarmRang(now: .at(5)) == .sendPing)
        #expect(machine.alarmRang(now: .at(6)) == .none)
        #expect(machine.alarmRang(now: .at(7)) == .none)
    }

    @Test("An alarm that comes much too late, after a sleep of the machine, ends the connection")
    func lateAlarm() {
        var machine = heartbeat()
        #expect(machine.alarmRang(now: .at(3600)) == .giveUp)
    }
}
