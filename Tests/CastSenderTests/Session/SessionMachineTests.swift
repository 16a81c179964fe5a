import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Session machine")
struct SessionMachineTests {
    private static let failure = CastError(.connectFailed, "refused")

    private static func running(_ configuration: SessionMachine.Configuration = .init()) -> SessionMachine {
        var machine = SessionMachine(configuration: configuration)
        _ = machine.startRequested()
        _ = machine.startSucceeded(1, now: .at(0))
        return machine
    }

    @Test("S1 A start is announced, then connects, then is announced as done")
    func start() {
        var machine = SessionMachine()
        #expect(machine.startRequested() == [.announce(.willStart), .connect(1)])
        #expect(machine.startSucceeded(1, now: .at(0)) == [.announce(.started), .keepRecord])
        #expect(machine.phase == .running)
    }

    @Test("S4 There is no second start while one is under way or a session runs")
    func oneAtATime() {
        var machine = SessionMachine()
        _ = machine.startRequested()
        #expect(machine.startRequested() == [])
        _ = machine.startSucceeded(1, now: .at(0))
        #expect(!machine.canStart)
        #expect(machine.startRequested() == [])
    }

    @Test("S6 A start that fails says so once, and nothing of an end")
    func failedStart() {
        var machine = SessionMachine()
        _ = machine.startRequested()
        #expect(machine.startFailed(1, Self.failure) == [.announce(.failedToStart(Self.failure))])
        #expect(machine.phase == .idle)
        #expect(machine.startFailed(1, Self.failure) == [])
    }

    @Test("S8, S34 An end is announced, the record removed, then it is done on the wire")
    func end() {
        var machine = Self.running()
        #expect(
            machine.endRequested(.stop, cancelled: Self.failure)
                == [.announce(.willEnd), .removeRecord, .end(.stop)]
        )
        #expect(machine.endRequested(.leave, cancelled: Self.failure) == [], "the second call does nothing")
        #expect(machine.endFinished(.stopped) == [.release(.stopped), .announce(.ended(.stopped))])
    }

    @Test("S9 Nothing is ordered when there is no session to end")
    func nothingToEnd() {
        var machine = SessionMachine()
        #expect(machine.endRequested(.leave, cancelled: Self.failure) == [])
    }

    @Test("S10 An end while connecting cancels the start")
    func endWhileStarting() {
        var machine = SessionMachine()
        _ = machine.startRequested()
        #expect(
            machine.endRequested(.leave, cancelled: Self.failure)
                == [.cancel(1), .announce(.failedToStart(Self.failure))]
        )
        #expect(!machine.awaits(1))
        #expect(machine.startSucceeded(1, now: .at(1)) == [])
    }

    @Test("S14, S15 An application that ended or was replaced ends the session at once")
    func endedByReceiver() {
        for reason in [SessionEndReason.appClosed, .replaced(byAppID: "ABCD1234"), .relaunched, .closedByApp] {
            var machine = Self.running()
            #expect(
                machine.applicationEnded(reason, canMove: false, now: .at(1))
                    == [.announce(.willEnd), .release(reason), .announce(.ended(reason)), .removeRecord]
            )
        }
    }

    @Test("S26, S28 In the background nothing is tried; in the foreground the session goes on")
    func background() {
        var machine = Self.running()
        #expect(
            machine.enteredBackground(now: .at(1))
                == [.disconnect(.appBackgrounded), .announce(.suspended(.appBackgrounded)), .keepRecord]
        )
        #expect(machine.alarm == nil, "it may last")
        #expect(machine.deviceMoved(now: .at(2)) == [])
        #expect(machine.enteredForeground(now: .at(5000)) == [.announce(.willResume), .rejoin(2)])
        #expect(machine.resumeFinished(2, .resumed, now: .at(5001)) == [.announce(.resumed), .keepRecord])
    }

    @Test("S27 With the option off, the background changes nothing")
    func staysInBackground() {
        var configuration = SessionMachine.Configuration()
        configuration.suspendsInBackground = false
        var machine = Self.running(configuration)
        #expect(machine.enteredBackground(now: .at(1)) == [])
        #expect(machine.phase == .running)
        #expect(machine.enteredForeground(now: .at(2)) == [])
    }

    @Test("A start that succeeds in the background is suspended right away")
    func startsInBackground() {
        var machine = SessionMachine()
        _ = machine.startRequested()
        #expect(machine.enteredBackground(now: .at(0)) == [])
        let actions = machine.startSucceeded(1, now: .at(1))
        #expect(
            actions.suffix(3) == [.disconnect(.appBackgrounded), .announce(.suspended(.appBackgrounded)), .keepRecord]
        )
    }

    @Test("S29 A lost connection is tried at once, then after 1, 2, 4 s, until the window ends")
    func backsOff() {
        var machine = Self.running()
        var attempts: [Double] = []
        var actions = machine.connectionLost(.heartbeatLost, now: .at(0))
        #expect(
            actions == [
                .announce(.suspended(.connectionLost(.heartbeatLost))), .keepRecord, .announce(.willResume), .rejoin(2),
            ]
        )
        var now = 0.0
        while case .suspended(let suspension) = machine.phase {
            if let attempt = suspension.attempt {
                attempts.append(now)
                actions = machine.resumeFinished(attempt, .failed(Self.failure), now: .at(now))
                #expect(actions == [])
            }
            guard let alarm = machine.alarm else { break }
            now = Double((alarm - .at(0)).nanoseconds) / 1e9
            actions = machine.alarmRang(now: alarm)
            #expect(!actions.contains(.announce(.willResume)), "all tries of a window are one resume")
        }
        #expect(attempts == [0, 1, 3, 7])
        let end = SessionEndReason.notResumed(
            .deviceUnreachable(Self.failure),
            after: .connectionLost(.heartbeatLost)
        )
        #expect(actions == [.announce(.willEnd), .release(end), .announce(.ended(end)), .removeRecord])
        #expect(now == 15)
    }

    @Test("S30 A try that is under way when the window ends is given up")
    func windowEnds() {
        var machine = Self.running()
        _ = machine.connectionLost(.closedByDevice, now: .at(0))
        let actions = machine.alarmRang(now: .at(15))
        #expect(actions.first == .cancel(2))
        #expect(actions.last == .removeRecord)
        #expect(machine.resumeFinished(2, .resumed, now: .at(16)) == [])
    }

    @Test("The window begins anew when the network comes back")
    func windowRestarts() {
        var machine = Self.running()
        #expect(
            machine.networkChanged(isReachable: false, now: .at(0))
                == [.disconnect(.networkUnreachable), .announce(.suspended(.networkUnreachable)), .keepRecord]
        )
        #expect(machine.alarm == .at(15))
        #expect(machine.networkChanged(isReachable: true, now: .at(14)) == [.announce(.willResume), .rejoin(2)])
        #expect(machine.alarm == .at(29))
    }

    @Test("A network that stays away ends the session, and no resume was ever announced")
    func networkStaysAway() {
        var machine = Self.running()
        _ = machine.networkChanged(isReachable: false, now: .at(0))
        let end = SessionEndReason.notResumed(.deviceUnreachable(nil), after: .networkUnreachable)
        #expect(
            machine.alarmRang(now: .at(15))
                == [.announce(.willEnd), .release(end), .announce(.ended(end)), .removeRecord]
        )
    }

    @Test(
        "S32, S33 What can never succeed ends the session at once",
        arguments: [
            ResumeFailure.appGone, .otherAppRuns(appID: "ABCD1234"), .sessionReplaced,
        ]
    )
    func impossible(_ failure: ResumeFailure) {
        var machine = Self.running()
        _ = machine.connectionLost(.closedByDevice, now: .at(0))
        let end = SessionEndReason.notResumed(failure, after: .connectionLost(.closedByDevice))
        #expect(
            machine.resumeFinished(2, .impossible(failure), now: .at(1))
                == [.announce(.willEnd), .release(end), .announce(.ended(end)), .removeRecord]
        )
    }

    @Test("S31 A record is tried at once; a device that never turns up is passed over in silence")
    func record() {
        var machine = SessionMachine()
        #expect(machine.recordFound(now: .at(0)) == [.announce(.willResume), .rejoin(1)])
        var offline = SessionMachine()
        _ = offline.networkChanged(isReachable: false, now: .at(0))
        #expect(offline.recordFound(now: .at(0)) == [])
        let end = SessionEndReason.notResumed(.deviceUnreachable(nil), after: .appTerminated)
        #expect(offline.alarmRang(now: .at(15)) == [.release(end), .removeRecord])
    }

    @Test("S35 Suspending on request works only while a session runs, and lasts until it is resumed")
    func request() {
        var machine = SessionMachine()
        #expect(machine.suspendRequested(.requested, now: .at(0)) == [])
        machine = Self.running()
        #expect(
            machine.suspendRequested(.requested, now: .at(1))
                == [.disconnect(.requested), .announce(.suspended(.requested)), .keepRecord]
        )
        #expect(machine.networkChanged(isReachable: true, now: .at(2)) == [])
        #expect(machine.alarm == nil)
        #expect(machine.resumeRequested(now: .at(100)) == [.announce(.willResume), .rejoin(2)])
    }

    @Test("S37 A fresh start takes the place of a suspended session, without a word about the old one")
    func replaced() {
        var machine = Self.running()
        _ = machine.suspendRequested(.requested, now: .at(1))
        #expect(
            machine.startRequested() == [.release(.left), .removeRecord, .announce(.willStart), .connect(2)]
        )
    }

    @Test("S39 A device that turns up elsewhere is tried there at once")
    func moved() {
        var machine = Self.running()
        _ = machine.connectionLost(.heartbeatLost, now: .at(0))
        #expect(machine.deviceMoved(now: .at(2)) == [.cancel(2), .rejoin(3)])
        #expect(machine.resumeFinished(2, .failed(Self.failure), now: .at(2)) == [], "the old try is forgotten")
        _ = machine.resumeFinished(3, .failed(Self.failure), now: .at(3))
        #expect(machine.deviceMoved(now: .at(4)) == [.rejoin(4)])
    }

    @Test("Case H An end while suspended needs no wire")
    func endWhileSuspended() {
        var machine = Self.running()
        _ = machine.connectionLost(.heartbeatLost, now: .at(0))
        #expect(
            machine.endRequested(.leave, cancelled: Self.failure)
                == [.cancel(2), .announce(.willEnd), .release(.left), .announce(.ended(.left)), .removeRecord]
        )
    }

    @Test("S51 A session that vanished is looked for elsewhere before anything is said")
    func searches() {
        var machine = Self.running()
        #expect(machine.applicationEnded(.appClosed, canMove: true, now: .at(0)) == [.searchElsewhere])
        #expect(machine.alarm == .at(3))
        #expect(
            machine.foundElsewhere(now: .at(1)) == [
                .stopSearching, .disconnect(.transferring), .announce(.suspended(.transferring)),
                .announce(.willResume), .rejoin(2),
            ]
        )
    }

    @Test("A session found on another device while the program is in the background waits there until it is back")
    func foundInBackground() {
        var machine = Self.running()
        _ = machine.applicationEnded(.appClosed, canMove: true, now: .at(0))
        #expect(machine.enteredBackground(now: .at(1)) == [])
        #expect(
            machine.foundElsewhere(now: .at(2))
                == [.stopSearching, .disconnect(.transferring), .announce(.suspended(.transferring))]
        )
        #expect(machine.alarm == nil, "in the background it may last")
        #expect(machine.alarmRang(now: .at(60)) == [])
        #expect(machine.enteredForeground(now: .at(3600)) == [.announce(.willResume), .rejoin(2)])
    }

    @Test("An abandoned machine orders nothing any more, whatever happens")
    func abandoned() {
        var suspended = Self.running()
        _ = suspended.connectionLost(.heartbeatLost, now: .at(0))
        #expect(suspended.abandoned() == [.cancel(2)])
        #expect(suspended.resumeFinished(2, .failed(Self.failure), now: .at(1)) == [])
        #expect(suspended.alarm == nil)
        var searching = Self.running()
        _ = searching.applicationEnded(.appClosed, canMove: true, now: .at(0))
        #expect(searching.abandoned() == [.stopSearching])
        var running = Self.running()
        #expect(running.abandoned() == [])
        #expect(running.networkChanged(isReachable: false, now: .at(1)) == [])
        #expect(running.networkChanged(isReachable: true, now: .at(2)) == [])
        #expect([suspended, searching, running].allSatisfy { $0.phase == .idle })
    }

    @Test("A session that is nowhere has ended for the reason it ended for")
    func notFound() {
        var machine = Self.running()
        _ = machine.applicationEnded(.appClosed, canMove: true, now: .at(0))
        #expect(
            machine.alarmRang(now: .at(3)) == [
                .stopSearching, .announce(.willEnd), .release(.appClosed), .announce(.ended(.appClosed)), .removeRecord,
            ]
        )
    }

    @Test("A policy that never reconnects ends the session with its connection")
    func never() {
        var machine = Self.running(.init(reconnect: .never))
        let end = SessionEndReason.connectionLost(.heartbeatLost)
        #expect(
            machine.connectionLost(.heartbeatLost, now: .at(0))
                == [.announce(.willEnd), .release(end), .announce(.ended(end)), .removeRecord]
        )
    }

    @Test("Waking finds out whether the connection is alive, and begins the window anew without one")
    func wakes() {
        var machine = Self.running()
        #expect(machine.woke(now: .at(1)) == [.checkConnection])
        _ = machine.connectionLost(.heartbeatLost, now: .at(2))
        _ = machine.resumeFinished(2, .failed(Self.failure), now: .at(3))
        #expect(machine.woke(now: .at(10)) == [.rejoin(3)])
        #expect(machine.alarm == .at(25))
    }

    @Test("The back-off doubles up to its limit", arguments: [0.5, 1, 3])
    func backOff(_ first: Double) {
        var backOff = BackOff(firstDelay: .seconds(first), longestDelay: .seconds(30))
        let delays = (0..<12).map { _ in backOff.next() }
        #expect(delays.first == .zero)
        for (earlier, later) in zip(delays.dropFirst(), delays.dropFirst(2)) {
            #expect(later == min(earlier * 2, .seconds(30)))
        }
        backOff.reset()
        #expect(backOff.next() == .zero)
    }

    @Test("Sleep is noticed by the two clocks; a set clock of seconds is not sleep")
    func clocks() {
        var watch = ClockWatch()
        #expect(watch.tick(monotonic: .at(0), wall: 1000) == false)
        #expect(watch.tick(monotonic: .at(5), wall: 1005) == false)
        #expect(watch.tick(monotonic: .at(10), wall: 1018) == false, "set forward by 8 s")
        #expect(watch.tick(monotonic: .at(15), wall: 500) == false, "set back")
        #expect(watch.tick(monotonic: .at(20), wall: 3000) == true)
        #expect(watch.tick(monotonic: .at(25), wall: 3005) == false)
    }
}
