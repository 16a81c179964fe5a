import CastWire
import Testing

@testable import cast

@Suite("Playing a list")
struct PlaybackMachineTests {
    static func status(
        _ state: PlaybackStatus.State,
        session: Int = 1,
        position: Double = 0
    ) -> PlaybackStatus {
        PlaybackStatus(mediaSessionID: session, state: state, position: position, duration: 60)
    }

    static let failure = CommandFailure(code: "loadFailed", exitStatus: .refused, message: "no")

    /// A machine whose first item plays.
    static func playing(_ items: [PlaybackMachine.Item] = [.init(isLocal: true)]) -> PlaybackMachine {
        var machine = PlaybackMachine(items: items)
        _ = machine.begin()
        _ = machine.loaded(status(.playing))
        return machine
    }

    @Test("one item is loaded, plays, and ends")
    func oneItem() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        #expect(machine.begin() == [.report(.loading(0)), .load(0)])
        #expect(machine.statusChanged(Self.status(.playing, session: 7)) == [], "what played before is not ours")
        let loading = Self.status(.loading)
        #expect(machine.loaded(loading) == [.report(.state(loading))])
        let playing = Self.status(.playing)
        #expect(machine.statusChanged(playing) == [.report(.state(playing))])
        #expect(machine.statusChanged(Self.status(.playing, position: 1)) == [], "time alone is no news")
        #expect(
            machine.ended(1, .finished) == [
                .report(.itemFinished(0)), .finish(.finished),
            ]
        )
        #expect(machine.ended(1, .cancelled) == [], "over is over")
    }

    @Test("items follow each other")
    func list() {
        var machine = Self.playing([.init(isLocal: true), .init(isLocal: false)])
        #expect(
            machine.ended(1, .finished)
                == [.report(.itemFinished(0)), .report(.loading(1)), .load(1)]
        )
        #expect(machine.ended(1, .finished) == [], "the old session's end again")
        #expect(machine.loaded(Self.status(.playing, session: 2)).count == 1)
        #expect(
            machine.ended(2, .finished)
                == [.report(.itemFinished(1)), .finish(.finished)]
        )
    }

    @Test("an item that cannot be played is passed over; the last one's failure is everyone's")
    func failures() {
        var machine = PlaybackMachine(items: [.init(isLocal: true), .init(isLocal: true)])
        _ = machine.begin()
        #expect(
            machine.loadFailed(Self.failure) == [.report(.itemFailed(0, Self.failure)), .report(.loading(1)), .load(1)]
        )
        _ = machine.loaded(Self.status(.loading, session: 2))
        #expect(machine.playbackFailed(Self.failure) == [.finish(.failed(Self.failure))])
    }

    @Test("the error's status alone does not end it: its reason follows")
    func errorStatus() {
        var machine = Self.playing()
        #expect(machine.ended(1, .error) == [.awaitReason])
        #expect(machine.playbackFailed(Self.failure) == [.finish(.failed(Self.failure))])
        #expect(machine.reasonOverdue() == [])
    }

    @Test("an error without a reason ends it all the same")
    func errorWithoutReason() throws {
        var machine = Self.playing()
        _ = machine.ended(1, .error)
        guard case .finish(.failed(let failure)) = try #require(machine.reasonOverdue().first) else {
            Issue.record("playing went on")
            return
        }
        #expect(failure.exitStatus == .refused)
        machine = Self.playing()
        #expect(machine.reasonOverdue() == [], "nothing failed")
    }

    @Test("somebody else may stop it, take over, or end the app")
    func others() {
        var machine = Self.playing()
        #expect(machine.ended(1, .cancelled) == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        #expect(machine.ended(1, .interrupted) == [.finish(.takenOver)])
        machine = Self.playing()
        #expect(machine.statusChanged(Self.status(.playing, session: 2)) == [], "its own end is told on its own")
        machine = Self.playing()
        #expect(machine.ended(1, nil) == [.awaitEnd])
        #expect(machine.reasonOverdue() == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        _ = machine.ended(1, nil)
        #expect(machine.connectionLost(Self.failure) == [.finish(.failed(Self.failure))], "switched off, not stopped")
        machine = Self.playing()
        #expect(machine.sessionEnded(isReplaced: false) == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        #expect(machine.connectionLost(Self.failure) == [.finish(.failed(Self.failure))])
    }

    @Test("somebody may move it to another device, which has another media session")
    func moved() {
        var machine = Self.playing()
        #expect(machine.ended(1, nil) == [.awaitEnd])
        #expect(machine.moved(Self.status(.paused, session: 7)) == [.report(.state(Self.status(.paused, session: 7)))])
        #expect(machine.reasonOverdue() == [], "it has not ended")
        #expect(machine.ended(1, .cancelled) == [], "that was the first device's")
        #expect(machine.ended(7, .cancelled) == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        #expect(machine.ended(1, nil) == [.awaitEnd])
        machine.moving()
        #expect(machine.reasonOverdue() == [], "it may take a while until it is found")
        #expect(machine.moved(nil) == [])
        #expect(!machine.statusChanged(Self.status(.paused, session: 9)).isEmpty, "it is told a moment later")
        #expect(machine.ended(9, .cancelled) == [.finish(.stoppedElsewhere)])
    }

    @Test("Ctrl-C stops a file, which cannot go on without us")
    func interruptFile() {
        var machine = Self.playing([.init(isLocal: true)])
        #expect(machine.interrupted() == [.stop, .finish(.left(isInterrupt: true, isPlayingOn: false))])
        #expect(machine.interrupted() == [])
    }

    @Test("Ctrl-C leaves a URL playing")
    func interruptURL() {
        var machine = Self.playing([.init(isLocal: false)])
        #expect(machine.interrupted() == [.finish(.left(isInterrupt: true, isPlayingOn: true))])
    }

    @Test("leaving is like Ctrl-C, as something wanted; stopping stops whatever plays")
    func leaving() {
        var machine = Self.playing([.init(isLocal: false)])
        #expect(machine.leaveWanted() == [.finish(.left(isInterrupt: false, isPlayingOn: true))])
        #expect(machine.leaveWanted() == [])
        machine = Self.playing([.init(isLocal: false)])
        #expect(machine.stopWanted() == [.stop, .finish(.stopped)])
        #expect(machine.stopWanted() == [])
    }

    @Test("the list goes on and back, and is nothing at its ends")
    func nextAndPrevious() {
        var machine = Self.playing([.init(isLocal: true), .init(isLocal: true)])
        #expect(machine.previousWanted() == [])
        #expect(machine.hasNext && !machine.hasPrevious)
        #expect(machine.nextWanted() == [.report(.loading(1)), .load(1)])
        #expect(machine.nextWanted() == [])
        #expect(machine.previousWanted() == [.report(.loading(0)), .load(0)])
        #expect(machine.ended(1, .interrupted) == [], "the end of what played before, by what comes now")
    }

    @Test("that nobody fetches the file is said while it does not play")
    func notFetched() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        _ = machine.begin()
        #expect(machine.notFetched() == [.report(.notFetched)])
        machine = Self.playing()
        #expect(machine.notFetched() == [])
    }

    @Test("a clip so short that it ends before its load is answered has been played")
    func earlyEnd() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        _ = machine.begin()
        #expect(machine.ended(1, .finished) == [])
        #expect(machine.loaded(Self.status(.idle)) == [.report(.itemFinished(0)), .finish(.finished)])
    }

    @Test("who does not want to wait is done as soon as it plays")
    func noWait() {
        var machine = PlaybackMachine(items: [.init(isLocal: false)], waits: false)
        _ = machine.begin()
        #expect(machine.loaded(Self.status(.loading)).count == 1)
        let playing = Self.status(.playing)
        #expect(machine.statusChanged(playing) == [.report(.state(playing)), .finish(.started)])
    }

    @Test("the time at which somebody wanted to stop ends it")
    func until() {
        var machine = Self.playing()
        #expect(machine.reachedEnd() == [.stop, .finish(.finished)])
        #expect(machine.reachedEnd() == [])
    }

    @Test("an empty list is over at once")
    func empty() {
        var machine = PlaybackMachine(items: [])
        #expect(machine.begin() == [.finish(.finished)])
    }
}
