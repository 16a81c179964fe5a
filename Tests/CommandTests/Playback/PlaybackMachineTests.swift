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

    @Test("Ctrl-C while a URL loads does not claim that it goes on playing")
    func interruptLoading() {
        var machine = PlaybackMachine(items: [.init(isLocal: false), .init(isLocal: false)])
        _ = machine.begin()
        var loading = machine
        #expect(loading.interrupted() == [.finish(.leftLoading(isInterrupt: true))], "not accepted yet")
        _ = machine.loaded(Self.status(.loading))
        loading = machine
        #expect(
            loading.leaveWanted() == [.finish(.leftLoading(isInterrupt: false))],
            "accepted, and nothing to see yet"
        )
        _ = machine.statusChanged(Self.status(.playing))
        _ = machine.statusChanged(Self.status(.buffering))
        loading = machine
        #expect(loading.interrupted() == [.finish(.left(isInterrupt: true, isPlayingOn: true))])
        _ = machine.nextWanted()
        #expect(machine.interrupted() == [.finish(.leftLoading(isInterrupt: true))], "the next item has not played")
        let sentence = PlaybackOutcome.leftLoading(isInterrupt: true).sentence(title: "Film", device: "TV")
        #expect(sentence?.contains("goes on playing") == false && sentence?.contains("still loading") == true)
        #expect(PlaybackOutcome.leftLoading(isInterrupt: true).exitStatus == .interrupted)
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

    // MARK: - A list as the device's queue

    private static let contents: [String?] = ["a", "b", "a"]

    private static func report(_ item: Int, _ content: String) -> QueueReport {
        QueueReport(currentItemID: item, contentID: content, count: 3)
    }

    /// A machine whose list is the device's queue, and whose first item plays.
    private static func queue(count: Int = 3) -> PlaybackMachine {
        var machine = PlaybackMachine(items: Array(repeating: .init(isLocal: true), count: count))
        _ = machine.begin()
        _ = machine.queueLoaded(status(.playing), contentIDs: Array(contents.prefix(count)))
        _ = machine.statusChanged(status(.playing), QueueReport(currentItemID: 1, contentID: "a", count: count))
        return machine
    }

    @Test("several items are loaded as one queue, a single one alone")
    func loadsQueue() {
        var machine = PlaybackMachine(items: [.init(isLocal: true), .init(isLocal: false)])
        #expect(machine.begin() == [.report(.loading(0)), .loadQueue(0)])
        machine = PlaybackMachine(items: [.init(isLocal: true)])
        #expect(machine.begin() == [.report(.loading(0)), .load(0)])
    }

    @Test("the device goes on by itself, and the same content twice is two items")
    func deviceAdvances() {
        var machine = Self.queue()
        let next = Self.status(.playing, position: 1)
        #expect(
            machine.statusChanged(next, Self.report(2, "b"), after: Self.status(.playing, position: 59.5))
                == [.report(.itemFinished(0)), .report(.loading(1)), .report(.state(next))]
        )
        _ = machine.statusChanged(next, Self.report(3, "a"), after: Self.status(.playing, position: 60))
        #expect(machine.index == 2)
        #expect(machine.ended(1, .finished) == [.report(.itemFinished(2)), .finish(.finished)])
    }

    @Test("next and previous of another sender move in the list and do not end it")
    func otherSenderMoves() {
        var machine = Self.queue()
        let status = Self.status(.playing, position: 2)
        #expect(
            machine.statusChanged(status, Self.report(2, "b"), after: Self.status(.playing, position: 10))
                == [.report(.loading(1)), .report(.state(status))],
            "it was skipped, it has not finished"
        )
        #expect(!machine.statusChanged(status, Self.report(1, "a")).isEmpty)
        #expect(machine.index == 0)
        #expect(machine.statusChanged(status, Self.report(9, "other")) == [], "another sender's item")
        #expect(machine.index == 0)
    }

    @Test("keys have the device move in its queue; a device that cannot is given the item")
    func keysMoveInQueue() {
        var machine = Self.queue()
        #expect(machine.nextWanted() == [.skip(1)])
        #expect(machine.skipFailed(by: 1) == [.report(.loading(1)), .load(1)])
    }

    @Test("a device without a queue gets the items one by one, whether it refuses the list or plays its first only")
    func withoutQueue() {
        var machine = PlaybackMachine(items: Array(repeating: .init(isLocal: true), count: 3))
        _ = machine.begin()
        #expect(machine.queueRefused() == [.load(0)])
        _ = machine.loaded(Self.status(.playing))
        #expect(machine.ended(1, .finished) == [.report(.itemFinished(0)), .report(.loading(1)), .load(1)])

        machine = PlaybackMachine(items: Array(repeating: .init(isLocal: true), count: 3))
        _ = machine.begin()
        _ = machine.queueLoaded(Self.status(.playing), contentIDs: Self.contents)
        _ = machine.statusChanged(Self.status(.playing), QueueReport(contentID: "a"))
        #expect(machine.ended(1, .finished) == [.report(.itemFinished(0)), .report(.loading(1)), .load(1)])
    }

    @Test("items so short that no status of theirs was seen have played all the same")
    func missedItems() {
        var machine = Self.queue()
        #expect(
            machine.ended(1, .finished) == [
                .report(.itemFinished(0)), .report(.loading(1)), .report(.itemFinished(1)), .report(.loading(2)),
                .report(.itemFinished(2)), .finish(.finished),
            ]
        )
    }

    @Test("an interrupted queue was taken over only if something else plays")
    func interruptedQueue() {
        var machine = Self.queue()
        #expect(machine.ended(1, .interrupted) == [.awaitReason])
        #expect(machine.statusChanged(Self.status(.playing, session: 2)) == [.finish(.takenOver)])
        machine = Self.queue()
        _ = machine.ended(1, .interrupted)
        #expect(machine.reasonOverdue() == [.finish(.stoppedElsewhere)], "another sender went past the last item")
    }

    @Test("an item that fails is reported; the device goes on, or the rest is loaded")
    func failureInQueue() {
        var machine = Self.queue()
        #expect(machine.playbackFailed(Self.failure) == [.report(.itemFailed(0, Self.failure)), .awaitEnd])
        _ = machine.statusChanged(Self.status(.playing), Self.report(2, "b"))
        #expect(machine.reasonOverdue() == [], "the device went on")
        #expect(machine.index == 1)

        machine = Self.queue()
        _ = machine.playbackFailed(Self.failure)
        _ = machine.statusChanged(Self.status(.buffering), Self.report(1, "a"))
        #expect(machine.reasonOverdue() == [.report(.loading(1)), .loadQueue(1)])

        machine = Self.queue()
        #expect(machine.ended(1, .error) == [.awaitReason])
        #expect(
            machine.playbackFailed(Self.failure)
                == [.report(.itemFailed(0, Self.failure)), .report(.loading(1)), .loadQueue(1)]
        )
        machine = Self.queue(count: 1)
        #expect(machine.playbackFailed(Self.failure) == [.finish(.failed(Self.failure))])
    }

    @Test("a load whose answer was lost with the connection is repeated")
    func reconnected() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        _ = machine.begin()
        #expect(machine.reconnected() == [.load(0)])
        _ = machine.loaded(Self.status(.playing))
        #expect(machine.reconnected() == [])
    }
}
