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
        _ = machine.volumeChanged(VolumeStatus(level: 0.5, isMuted: false))
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
        #expect(machine.ended(1, nil) == [.awaitReason])
        #expect(machine.reasonOverdue() == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        _ = machine.ended(1, nil)
        #expect(machine.connectionLost(Self.failure) == [.finish(.failed(Self.failure))], "switched off, not stopped")
        machine = Self.playing()
        #expect(machine.sessionEnded(isReplaced: false) == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        #expect(machine.connectionLost(Self.failure) == [.finish(.failed(Self.failure))])
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

    @Test("q leaves like Ctrl-C, as something wanted; s stops whatever plays")
    func leaving() {
        var machine = Self.playing([.init(isLocal: false)])
        #expect(machine.pressed(.character("q")) == [.finish(.left(isInterrupt: false, isPlayingOn: true))])
        machine = Self.playing([.init(isLocal: false)])
        #expect(machine.pressed(.character("s")) == [.stop, .finish(.stopped)])
        #expect(machine.pressed(.character(" ")) == [])
    }

    @Test("space pauses and resumes")
    func space() {
        var machine = Self.playing()
        #expect(machine.pressed(.character(" ")) == [.setPaused(true)])
        _ = machine.statusChanged(Self.status(.paused))
        #expect(machine.pressed(.character(" ")) == [.setPaused(false)])
    }

    @Test("arrows pressed while a seek is under way add up to one")
    func seeks() {
        var machine = Self.playing()
        #expect(machine.pressed(.right) == [.seek(by: 10)])
        #expect(machine.pressed(.right) == [])
        #expect(machine.pressed(.right) == [])
        #expect(machine.pressed(.left) == [])
        #expect(machine.seekDone(nil) == [.seek(by: 10)])
        #expect(machine.seekDone(nil) == [])
        #expect(machine.pressed(.left) == [.seek(by: -10)])
    }

    @Test("the volume does not jump back while it is being changed")
    func volume() {
        var machine = Self.playing()
        #expect(machine.pressed(.up) == [.setVolume(0.55)])
        #expect(machine.pressed(.up) == [])
        #expect(machine.volumeChanged(VolumeStatus(level: 0.55, isMuted: false)) == [])
        #expect(machine.volume?.level == 0.6)
        #expect(machine.volumeDone(nil) == [.setVolume(0.6)])
        #expect(machine.volumeDone(nil) == [])
        _ = machine.volumeChanged(VolumeStatus(level: 0.2, isMuted: false))
        #expect(machine.volume?.level == 0.2)
    }

    @Test("the volume ends at full and at nothing, and a fixed one stays")
    func volumeLimits() {
        var machine = Self.playing()
        _ = machine.volumeChanged(VolumeStatus(level: 0.98, isMuted: false))
        #expect(machine.pressed(.up) == [.setVolume(1)])
        machine = Self.playing()
        _ = machine.volumeChanged(VolumeStatus(level: 0.02, isMuted: false))
        #expect(machine.pressed(.down) == [.setVolume(0)])
        machine = Self.playing()
        _ = machine.volumeChanged(VolumeStatus(level: 1, isMuted: false, isAdjustable: false))
        #expect(machine.pressed(.down) == [])
    }

    @Test("m mutes and unmutes")
    func mute() {
        var machine = Self.playing()
        #expect(machine.pressed(.character("m")) == [.setMuted(true)])
        #expect(machine.pressed(.character("m")) == [.setMuted(false)])
    }

    @Test("n goes on to the next item, and is nothing at the last")
    func next() {
        var machine = Self.playing([.init(isLocal: true), .init(isLocal: true)])
        #expect(machine.pressed(.character("n")) == [.report(.loading(1)), .load(1)])
        #expect(machine.pressed(.character("n")) == [])
    }

    @Test("a refused key is said, and playing goes on")
    func refusedKey() {
        var machine = Self.playing()
        _ = machine.pressed(.right)
        #expect(machine.seekDone(Self.failure) == [.report(.requestFailed(Self.failure))])
        #expect(machine.statusChanged(Self.status(.paused)).count == 1)
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
