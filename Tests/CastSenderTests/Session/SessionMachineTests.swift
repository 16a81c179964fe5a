// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Session state machine")
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
        #expect(machine.startSucceeded(1, now: .at(0)) == [.announce(.started), .saveRecord])
        #expect(machine.phase == .running)
    }

    @Test("S4 A second start is rejected during a start and while a session runs")
    func oneAtATime() {
        var machine = SessionMachine()
        _ = machine.startRequested()
        #expect(machine.startRequested() == [])
        _ = machine.startSucceeded(1, now: .at(0))
        #expect(!machine.canStart)
        #expect(machine.startRequested() == [])
    }

    @Test("S6 A failed start is announced once, without an end")
    func failedStart() {
        var machine = SessionMachine()
        _ = machine.startRequested()
        #expect(machine.startFailed(1, Self.failure) == [.announce(.failedToStart(Self.failure))])
        #expect(machine.phase == .idle)
        #expect(machine.startFailed(1, Self.failure) == [])
    }

    @Test("S8, S34 An end is announced, the record removed, then performed")
    func end() {
        var machine = Self.running()
        #expect(
            machine.endRequested(.stop, cancelled: Self.failure)
                == [.announce(.willEnd), .removeRecord, .end(.stop)]
        )
        #expect(machine.endRequested(.leave, cancelled: Self.failure) == [], "the second call does nothing")
        #expect(machine.endFinished(.stopped) == [.release(.stopped), .announce(.ended(.stopped))])
    }

    @Test("S9 Ending without a session has no effect")
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

    @Test("S14, S15 When the application ends or is replaced, the session ends at once")
    func endedByReceiver() {
        for reason in [SessionEndReason.appClosed, .replaced(byAppID: "ABCD1234"), .relaunched, .closedByApp] {
            var machine = Self.running()
            #expect(
                machine.applicationEnded(reason, canMove: false, now: .at(1))
                    == [.announce(.willEnd), .release(reason), .announce(.ended(reason)), .removeRecord]
            )
        }
    }

    @Test("S26, S28 A session in the background does not reconnect; in the foreground it is resumed")
    func background() {
        var machine = Self.running()
        #expect(
            machine.enteredBackground(now: .at(1))
                == [.disconnect(.appBackgrounded), .announce(.suspended(.appBackgrounded)), .saveRecord]
        )
        #expect(machine.nextDeadline == nil, "there is no time limit")
        #expect(machine.deviceMoved(now: .at(2)) == [])
        #expect(machine.enteredForeground(now: .at(5000)) == [.announce(.willResume), .rejoin(2)])
        #expect(machine.resumeFinished(2, .resumed, now: .at(5001)) == [.announce(.resumed), .saveRecord])
    }

    @Test("S27 With the option off, the background has no effect")
    func staysInBackground() {
        var configuration = SessionMachine.Configuration()
        configuration.suspendsInBackground = false
        var machine = Self.running(configuration)
        #expect(machine.enteredBackground(now: .at(1)) == [])
        #expect(machine.phase == .running)
        #expect(machine.enteredForeground(now: .at(2)) == [])
    }

    @Test("A start that succeeds in the background is suspended at once")
    func startsInBackground() {
        var machine = SessionMachine()
        _ = machine.startRequested()
        #expect(machine.enteredBackground(now: .at(0)) == [])
        let actions = machine.startSucceeded(1, now: .at(1))
        #expect(
            actions.suffix(3) == [.disconnect(.appBackgrounded), .announce(.suspended(.appBackgrounded)), .saveRecord]
        )
    }

    @Test("S29 A lost connection is retried at once, then after 1, 2 and 4 s, until the window ends")
    func backsOff() {
        var machine = Self.running()
        var attempts: [Double] = []
        var actions = machine.connectionLost(.heartbeatLost, now: .at(0))
        #expect(
            actions == [
                .announce(.suspended(.connectionLost(.heartbeatLost))), .saveRecord, .announce(.willResume), .rejoin(2),
            ]
        )
        var now = 0.0
        while case .suspended(let suspension) = machine.phase {
            if let attempt = suspension.attempt {
                attempts.append(now)
                actions = machine.resumeFinished(attempt, .failed(Self.failure), now: .at(now))
                #expect(actions == [])
            }
            guard let deadline = machine.nextDeadline else { break }
            now = Double((deadline - .at(0)).nanoseconds) / 1e9
            actions = machine.deadlineReached(now: deadline)
            #expect(!actions.contains(.announce(.willResume)), "all attempts of a window are one resume")
        }
        #expect(attempts == [0, 1, 3, 7])
        let end = SessionEndReason.notResumed(
            .deviceUnreachable(Self.failure),
            after: .connectionLost(.heartbeatLost)
        )
        #expect(actions == [.announce(.willEnd), .release(end), .announce(.ended(end)), .removeRecord])
        #expect(now == 15)
    }

    @Test("S30 An attempt in progress when the window ends is canceled")
    func windowEnds() {
        var machine = Self.running()
        _ = machine.connectionLost(.closedByDevice, now: .at(0))
        let actions = machine.deadlineReached(now: .at(15))
        #expect(actions.first == .cancel(2))
        #expect(actions.last == .removeRecord)
        #expect(machine.resumeFinished(2, .resumed, now: .at(16)) == [])
    }

    @Test("The window restarts when the network is back")
    func windowRestarts() {
        var machine = Self.running()
        #expect(
            machine.networkChanged(isReachable: false, now: .at(0))
                == [.disconnect(.networkUnreachable), .announce(.suspended(.networkUnreachable)), .saveRecord]
        )
        #expect(machine.nextDeadline == .at(15))
        #expect(machine.networkChanged(isReachable: true, now: .at(14)) == [.announce(.willResume), .rejoin(2)])
        #expect(machine.nextDeadline == .at(29))
    }

    @Test("A network that stays unreachable ends the session without announcing a resume")
    func networkStaysAway() {
        var machine = Self.running()
        _ = machine.networkChanged(isReachable: false, now: .at(0))
        let end = SessionEndReason.notResumed(.deviceUnreachable(nil), after: .networkUnreachable)
        #expect(
            machine.deadlineReached(now: .at(15))
                == [.announce(.willEnd), .release(end), .announce(.ended(end)), .removeRecord]
        )
    }

    @Test(
        "S32, S33 A resume that can never succeed ends the session at once",
        arguments: [
            ResumeFailure.appNotRunning, .otherAppRuns(appID: "ABCD1234"), .sessionReplaced,
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

    @Test("S31 A stored session is resumed at once; if its device stays unreachable, nothing is announced")
    func record() {
        var machine = SessionMachine()
        #expect(machine.recordFound(now: .at(0)) == [.announce(.willResume), .rejoin(1)])
        var offline = SessionMachine()
        _ = offline.networkChanged(isReachable: false, now: .at(0))
        #expect(offline.recordFound(now: .at(0)) == [])
        let end = SessionEndReason.notResumed(.deviceUnreachable(nil), after: .appTerminated)
        #expect(offline.deadlineReached(now: .at(15)) == [.release(end), .removeRecord])
    }

    @Test("S35 Suspending on request works only while a session runs, and has no time limit")
    func request() {
        var machine = SessionMachine()
        #expect(machine.suspendRequested(.requested, now: .at(0)) == [])
        machine = Self.running()
        #expect(
            machine.suspendRequested(.requested, now: .at(1))
                == [.disconnect(.requested), .announce(.suspended(.requested)), .saveRecord]
        )
        #expect(machine.networkChanged(isReachable: true, now: .at(2)) == [])
        #expect(machine.nextDeadline == nil)
        #expect(machine.resumeRequested(now: .at(100)) == [.announce(.willResume), .rejoin(2)])
    }

    @Test("S37 A new start replaces a suspended session without announcing its end")
    func replaced() {
        var machine = Self.running()
        _ = machine.suspendRequested(.requested, now: .at(1))
        #expect(
            machine.startRequested() == [.release(.left), .removeRecord, .announce(.willStart), .connect(2)]
        )
    }

    @Test("S39 A device that moved is connected at its new address at once")
    func moved() {
        var machine = Self.running()
        _ = machine.connectionLost(.heartbeatLost, now: .at(0))
        #expect(machine.deviceMoved(now: .at(2)) == [.cancel(2), .rejoin(3)])
        #expect(machine.resumeFinished(2, .failed(Self.failure), now: .at(2)) == [], "the old attempt is ignored")
        _ = machine.resumeFinished(3, .failed(Self.failure), now: .at(3))
        #expect(machine.deviceMoved(now: .at(4)) == [.rejoin(4)])
    }

    @Test("Case H Ending a suspended session needs no connection")
    func endWhileSuspended() {
        var machine = Self.running()
        _ = machine.connectionLost(.heartbeatLost, now: .at(0))
        #expect(
            machine.endRequested(.leave, cancelled: Self.failure)
                == [.cancel(2), .announce(.willEnd), .release(.left), .announce(.ended(.left)), .removeRecord]
        )
    }

    @Test("S51 A session whose application disappeared is searched for on other devices before anything is announced")
    func searches() {
        var machine = Self.running()
        #expect(machine.applicationEnded(.appClosed, canMove: true, now: .at(0)) == [.searchElsewhere])
        #expect(machine.nextDeadline == .at(3))
        #expect(
            machine.foundElsewhere(now: .at(1)) == [
                .stopSearching, .disconnect(.transferring), .announce(.suspended(.transferring)),
                .announce(.willResume), .rejoin(2),
            ]
        )
    }

    @Test("A session found on another device while in the background is resumed in the foreground")
    func foundInBackground() {
        var machine = Self.running()
        _ = machine.applicationEnded(.appClosed, canMove: true, now: .at(0))
        #expect(machine.enteredBackground(now: .at(1)) == [])
        #expect(
            machine.foundElsewhere(now: .at(2))
                == [.stopSearching, .disconnect(.transferring), .announce(.suspended(.transferring))]
        )
        #expect(machine.nextDeadline == nil, "there is no time limit in the background")
        #expect(machine.deadlineReached(now: .at(60)) == [])
        #expect(machine.enteredForeground(now: .at(3600)) == [.announce(.willResume), .rejoin(2)])
    }

    @Test("An abandoned machine returns no more actions")
    func abandoned() {
        var suspended = Self.running()
        _ = suspended.connectionLost(.heartbeatLost, now: .at(0))
        #expect(suspended.abandoned() == [.cancel(2)])
        #expect(suspended.resumeFinished(2, .failed(Self.failure), now: .at(1)) == [])
        #expect(suspended.nextDeadline == nil)
        var searching = Self.running()
        _ = searching.applicationEnded(.appClosed, canMove: true, now: .at(0))
        #expect(searching.abandoned() == [.stopSearching])
        var running = Self.running()
        #expect(running.abandoned() == [])
        #expect(running.networkChanged(isReachable: false, now: .at(1)) == [])
        #expect(running.networkChanged(isReachable: true, now: .at(2)) == [])
        #expect([suspended, searching, running].allSatisfy { $0.phase == .idle })
    }

    @Test("A session that is not found on another device ends with its original reason")
    func notFound() {
        var machine = Self.running()
        _ = machine.applicationEnded(.appClosed, canMove: true, now: .at(0))
        #expect(
            machine.deadlineReached(now: .at(3)) == [
                .stopSearching, .announce(.willEnd), .release(.appClosed), .announce(.ended(.appClosed)), .removeRecord,
            ]
        )
    }

    @Test("With reconnection disabled, the session ends with its connection")
    func never() {
        var machine = Self.running(.init(reconnect: .never))
        let end = SessionEndReason.connectionLost(.heartbeatLost)
        #expect(
            machine.connectionLost(.heartbeatLost, now: .at(0))
                == [.announce(.willEnd), .release(end), .announce(.ended(end)), .removeRecord]
        )
    }

    @Test("After a wake-up the connection is checked, or the window restarted without one")
    func wakes() {
        var machine = Self.running()
        #expect(machine.woke(now: .at(1)) == [.checkConnection])
        _ = machine.connectionLost(.heartbeatLost, now: .at(2))
        _ = machine.resumeFinished(2, .failed(Self.failure), now: .at(3))
        #expect(machine.woke(now: .at(10)) == [.rejoin(3)])
        #expect(machine.nextDeadline == .at(25))
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

    @Test("The random part of a delay is at most as specified, and it is random")
    func jitter() {
        var delays: [[Duration]] = []
        for _ in 0..<200 {
            var backOff = BackOff(firstDelay: .seconds(1), longestDelay: .seconds(8), jitter: 0.25)
            delays.append((0..<6).map { _ in backOff.next() })
        }
        for (index, (lower, upper)) in [(0, 0.25), (0.75, 1), (1.5, 2), (3, 4), (6, 8), (6, 8)].enumerated() {
            let column = delays.map { $0[index] }
            #expect(column.allSatisfy { (.seconds(lower) ... .seconds(upper)).contains($0) })
            #expect(Set(column).count > 100)
        }
        #expect(BackOff(jitter: 7).jitter == 1)
        #expect(BackOff(jitter: -1).jitter == 0)
        var backOff = BackOff()
        backOff.jitter = .nan
        #expect(backOff.jitter == 0)
        backOff.jitter = 7
        #expect(backOff.jitter == 1)
    }

    @Test("With jitter, a session that lost its connection waits; one that the user resumes does not")
    func jitteredAttempts() throws {
        var configuration = SessionMachine.Configuration()
        configuration.reconnect = ReconnectPolicy(window: .seconds(60), backOff: BackOff(jitter: 0.5))
        var machine = Self.running(configuration)
        let lost = machine.connectionLost(.heartbeatLost, now: .at(10))
        #expect(!lost.contains(.rejoin(2)))
        let next = try #require(machine.nextDeadline)
        #expect((.at(10) ... .at(10.5)).contains(next))
        #expect(machine.deadlineReached(now: next).contains(.rejoin(2)))
        _ = machine.resumeFinished(2, .failed(Self.failure), now: .at(20))
        let second = try #require(machine.nextDeadline)
        #expect((.at(20.5) ... .at(21)).contains(second))
        #expect(machine.resumeRequested(now: .at(20)).contains(.rejoin(3)))
    }

    @Test("Sleep is detected by comparing two clocks; small clock adjustments are ignored")
    func clocks() {
        var watch = SleepDetector()
        #expect(watch.tick(monotonic: .at(0), wall: 1000) == false)
        #expect(watch.tick(monotonic: .at(5), wall: 1005) == false)
        #expect(watch.tick(monotonic: .at(10), wall: 1018) == false, "the clock was set forward by 8 s")
        #expect(watch.tick(monotonic: .at(15), wall: 500) == false, "the clock was set back")
        #expect(watch.tick(monotonic: .at(20), wall: 3000) == true)
        #expect(watch.tick(monotonic: .at(25), wall: 3005) == false)
    }
}
