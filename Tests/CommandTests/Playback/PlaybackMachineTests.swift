// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastCommand

@Suite("Playback of a list")
struct PlaybackMachineTests {
    static func status(
        _ state: PlaybackStatus.State,
        session: Int = 1,
        position: Double = 0
    ) -> PlaybackStatus {
        PlaybackStatus(mediaSessionID: session, state: state, position: position, duration: 60)
    }

    static let failure = CommandFailure(code: "loadFailed", exitStatus: .refused, message: "no")

    /// Returns a machine whose first item plays.
    static func playing(_ items: [PlaybackMachine.Item] = [.init(isLocal: true)]) -> PlaybackMachine {
        var machine = PlaybackMachine(items: items)
        _ = machine.begin()
        _ = machine.loaded(status(.playing))
        return machine
    }

    @Test("an item is loaded, plays and ends")
    func oneItem() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        #expect(machine.begin() == [.report(.loading(0)), .load(0)])
        #expect(machine.statusChanged(Self.status(.playing, session: 7)) == [], "a media session of another sender")
        let loading = Self.status(.loading)
        #expect(machine.loaded(loading) == [.report(.state(loading))])
        let playing = Self.status(.playing)
        #expect(machine.statusChanged(playing) == [.report(.state(playing))])
        #expect(machine.statusChanged(Self.status(.playing, position: 1)) == [], "only the position has changed")
        #expect(
            machine.ended(1, .finished) == [
                .report(.itemFinished(0)), .finish(.finished),
            ]
        )
        #expect(machine.ended(1, .cancelled) == [], "no actions after the end")
    }

    @Test("the items of a list play one after another")
    func list() {
        var machine = Self.playing([.init(isLocal: true), .init(isLocal: false)])
        #expect(
            machine.ended(1, .finished)
                == [.report(.itemFinished(0)), .report(.loading(1)), .load(1)]
        )
        #expect(machine.ended(1, .finished) == [], "the end of the previous media session, repeated")
        #expect(machine.loaded(Self.status(.playing, session: 2)).count == 1)
        #expect(
            machine.ended(2, .finished)
                == [.report(.itemFinished(1)), .finish(.finished)]
        )
    }

    @Test("items that are looked up when they are played are loaded one by one")
    func lookedUpLate() {
        let late = PlaybackMachine.Item(isLocal: false, isLookedUpLate: true)
        var machine = PlaybackMachine(items: [late, late])
        #expect(machine.begin() == [.report(.loading(0)), .load(0)])
        #expect(machine.reconnected() == [.load(0)])
        _ = machine.loaded(Self.status(.playing))
        #expect(machine.nextRequested() == [.report(.loading(1)), .load(1)])
    }

    @Test("the current item is loaded again, and the end of its old media session is ignored")
    func reload() {
        var machine = Self.playing()
        #expect(machine.reloadRequested() == [.load(0)])
        #expect(machine.isLoading)
        #expect(machine.reloadRequested() == [], "it is being loaded")
        #expect(machine.ended(1, .interrupted) == [])
        _ = machine.loaded(Self.status(.playing, session: 2, position: 20))
        #expect(machine.canReload)
        #expect(machine.ended(1, .interrupted) == [])
        #expect(machine.ended(2, .finished) == [.report(.itemFinished(0)), .finish(.finished)])
        #expect(machine.reloadRequested() == [], "playback has ended")
    }

    @Test("an item that the device rejects is loaded again, whether it played before or not")
    func rejected() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        _ = machine.begin()
        #expect(machine.rejected() == [.load(0)])
        #expect(machine.loaded(Self.status(.playing)).count == 1)
        #expect(machine.rejected() == [.load(0)])
        #expect(machine.ended(1, .error) == [], "the old media session")
        _ = machine.loaded(Self.status(.playing, session: 2))
        #expect(machine.ended(2, .finished) == [.report(.itemFinished(0)), .finish(.finished)])
        #expect(machine.rejected() == [], "playback has ended")
    }

    @Test("an item of the device's queue is loaded again with the items that follow")
    func reloadInQueue() {
        var machine = PlaybackMachine(items: [.init(isLocal: true), .init(isLocal: true)])
        #expect(machine.begin() == [.report(.loading(0)), .loadQueue(0)])
        _ = machine.queueLoaded(Self.status(.playing), contentIDs: ["a", "b"])
        #expect(machine.reloadRequested() == [.loadQueue(0)])
        _ = machine.queueLoaded(Self.status(.playing, session: 2), contentIDs: ["a", "b"])
        #expect(machine.index == 0)
        #expect(machine.ended(1, .interrupted) == [])
    }

    @Test("an item that fails is skipped, and the failure of the last item is the outcome")
    func failures() {
        var machine = PlaybackMachine(items: [.init(isLocal: true), .init(isLocal: true)])
        _ = machine.begin()
        #expect(
            machine.loadFailed(Self.failure) == [.report(.itemFailed(0, Self.failure)), .report(.loading(1)), .load(1)]
        )
        _ = machine.loaded(Self.status(.loading, session: 2))
        #expect(machine.playbackFailed(Self.failure) == [.finish(.failed(Self.failure))])
    }

    @Test("after an error status, the machine waits for the details")
    func errorStatus() {
        var machine = Self.playing()
        #expect(machine.ended(1, .error) == [.awaitReason])
        #expect(machine.playbackFailed(Self.failure) == [.finish(.failed(Self.failure))])
        #expect(machine.reasonOverdue() == [])
    }

    @Test("an error without details ends playback after a time limit")
    func errorWithoutReason() throws {
        var machine = Self.playing()
        _ = machine.ended(1, .error)
        guard case .finish(.failed(let failure)) = try #require(machine.reasonOverdue().first) else {
            Issue.record("playback continued")
            return
        }
        #expect(failure.exitStatus == .refused)
        machine = Self.playing()
        #expect(machine.reasonOverdue() == [], "no item failed")
    }

    @Test("another sender can stop playback, take over, or close the app")
    func others() {
        var machine = Self.playing()
        #expect(machine.ended(1, .cancelled) == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        #expect(machine.ended(1, .interrupted) == [.finish(.takenOver)])
        machine = Self.playing()
        #expect(machine.statusChanged(Self.status(.playing, session: 2)) == [], "its end is reported separately")
        machine = Self.playing()
        #expect(machine.ended(1, nil) == [.awaitEnd])
        #expect(machine.reasonOverdue() == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        _ = machine.ended(1, nil)
        #expect(machine.connectionLost(Self.failure) == [.finish(.failed(Self.failure))], "the device was turned off")
        machine = Self.playing()
        #expect(machine.sessionEnded(isReplaced: false) == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        #expect(machine.connectionLost(Self.failure) == [.finish(.failed(Self.failure))])
    }

    @Test("another sender can move the session to a device with another media session")
    func moved() {
        var machine = Self.playing()
        #expect(machine.ended(1, nil) == [.awaitEnd])
        #expect(machine.moved(Self.status(.paused, session: 7)) == [.report(.state(Self.status(.paused, session: 7)))])
        #expect(machine.reasonOverdue() == [], "playback has not ended")
        #expect(machine.ended(1, .cancelled) == [], "the media session of the first device")
        #expect(machine.ended(7, .cancelled) == [.finish(.stoppedElsewhere)])
        machine = Self.playing()
        #expect(machine.ended(1, nil) == [.awaitEnd])
        machine.moving()
        #expect(machine.reasonOverdue() == [], "no time limit during the search")
        #expect(machine.moved(nil) == [])
        #expect(!machine.statusChanged(Self.status(.paused, session: 9)).isEmpty, "the status arrives later")
        #expect(machine.ended(9, .cancelled) == [.finish(.stoppedElsewhere)])
    }

    @Test("items that are added to the queue later are followed")
    func extendedQueue() {
        var machine = PlaybackMachine(items: .init(repeating: .init(isLocal: true), count: 6))
        _ = machine.begin()
        _ = machine.queueLoaded(Self.status(.playing), contentIDs: ["a", "b", nil, nil, nil, nil])
        machine.queueExtended(contentIDs: [2: "c", 3: "d"])
        let report = QueueReport(currentItemID: 9, contentID: "d", count: 4)
        #expect(machine.statusChanged(Self.status(.playing), report).contains(.report(.loading(3))))
        #expect(machine.index == 3)
        #expect(
            machine.ended(1, .finished) == [.report(.itemFinished(3)), .report(.loading(4)), .loadQueue(4)],
            "the end was reached before the rest was added"
        )
        machine.queueExtended(contentIDs: [4: "e"])
        _ = machine.queueLoaded(Self.status(.playing, session: 2), contentIDs: [nil, nil, nil, nil, "e", "f"])
        _ = machine.statusChanged(
            Self.status(.playing, session: 2),
            QueueReport(currentItemID: 1, contentID: "e", count: 2)
        )
        #expect(
            machine.ended(2, .finished).suffix(3)
                == [.report(.loading(5)), .report(.itemFinished(5)), .finish(.finished)]
        )
    }

    @Test("Ctrl-C stops a local file")
    func interruptFile() {
        var machine = Self.playing([.init(isLocal: true)])
        #expect(machine.interrupted() == [.stop, .finish(.left(isInterrupt: true, continuesPlaying: false))])
        #expect(machine.interrupted() == [])
    }

    @Test("a URL continues to play after Ctrl-C")
    func interruptURL() {
        var machine = Self.playing([.init(isLocal: false)])
        #expect(machine.interrupted() == [.finish(.left(isInterrupt: true, continuesPlaying: true))])
    }

    @Test("Ctrl-C while a URL is loading does not claim that it continues to play")
    func interruptLoading() {
        var machine = PlaybackMachine(items: [.init(isLocal: false), .init(isLocal: false)])
        _ = machine.begin()
        var loading = machine
        #expect(loading.interrupted() == [.finish(.leftLoading(isInterrupt: true))], "the load is not accepted yet")
        _ = machine.loaded(Self.status(.loading))
        loading = machine
        #expect(
            loading.leaveRequested() == [.finish(.leftLoading(isInterrupt: false))],
            "accepted, but not playing yet"
        )
        _ = machine.statusChanged(Self.status(.playing))
        _ = machine.statusChanged(Self.status(.buffering))
        loading = machine
        #expect(loading.interrupted() == [.finish(.left(isInterrupt: true, continuesPlaying: true))])
        _ = machine.nextRequested()
        #expect(machine.interrupted() == [.finish(.leftLoading(isInterrupt: true))], "the next item has not played")
        let sentence = PlaybackOutcome.leftLoading(isInterrupt: true).sentence(title: "Film", device: "TV")
        #expect(sentence?.contains("continues to play") == false && sentence?.contains("still loading") == true)
        #expect(PlaybackOutcome.leftLoading(isInterrupt: true).exitStatus == .interrupted)
    }

    @Test("leaving is like Ctrl-C with the exit status of success, and stopping always stops the media")
    func leaving() {
        var machine = Self.playing([.init(isLocal: false)])
        #expect(machine.leaveRequested() == [.finish(.left(isInterrupt: false, continuesPlaying: true))])
        #expect(machine.leaveRequested() == [])
        machine = Self.playing([.init(isLocal: false)])
        #expect(machine.stopRequested() == [.stop, .finish(.stopped)])
        #expect(machine.stopRequested() == [])
    }

    @Test("next and previous move in the list and have no effect at its ends")
    func nextAndPrevious() {
        var machine = Self.playing([.init(isLocal: true), .init(isLocal: true)])
        #expect(machine.previousRequested() == [])
        #expect(machine.hasNext && !machine.hasPrevious)
        #expect(machine.nextRequested() == [.report(.loading(1)), .load(1)])
        #expect(machine.nextRequested() == [])
        #expect(machine.previousRequested() == [.report(.loading(0)), .load(0)])
        #expect(machine.ended(1, .interrupted) == [], "the previous item, interrupted by the new one")
    }

    @Test("a missing request of the file is reported unless the item plays")
    func notFetched() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        _ = machine.begin()
        #expect(machine.notFetched() == [.report(.notFetched)])
        machine = Self.playing()
        #expect(machine.notFetched() == [])
    }

    @Test("a clip that ends before the reply to its load has been played")
    func earlyEnd() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        _ = machine.begin()
        #expect(machine.ended(1, .finished) == [])
        #expect(machine.loaded(Self.status(.idle)) == [.report(.itemFinished(0)), .finish(.finished)])
    }

    @Test("without waiting, an item that turned out to need the relay is still served, and stops when the user leaves")
    func noWaitWithRelay() {
        var machine = PlaybackMachine(items: [.init(isLocal: false)], waits: false)
        _ = machine.begin()
        let (first, second) = (machine.serve(0), machine.serve(0))
        #expect(first && !second)
        _ = machine.loaded(Self.status(.loading))
        let playing = Self.status(.playing)
        #expect(machine.statusChanged(playing) == [.report(.state(playing))])
        #expect(machine.interrupted().first == .stop)
    }

    @Test("without waiting, playback finishes as soon as the first item plays")
    func noWait() {
        var machine = PlaybackMachine(items: [.init(isLocal: false)], waits: false)
        _ = machine.begin()
        #expect(machine.loaded(Self.status(.loading)).count == 1)
        let playing = Self.status(.playing)
        #expect(machine.statusChanged(playing) == [.report(.state(playing)), .finish(.started)])
    }

    @Test("reaching the end position stops playback")
    func until() {
        var machine = Self.playing()
        #expect(machine.reachedEnd() == [.stop, .finish(.finished)])
        #expect(machine.reachedEnd() == [])
    }

    @Test("an empty list finishes immediately")
    func empty() {
        var machine = PlaybackMachine(items: [])
        #expect(machine.begin() == [.finish(.finished)])
    }

    // MARK: - A list as the device's queue

    private static let contents: [String?] = ["a", "b", "a"]

    private static func report(_ item: Int, _ content: String) -> QueueReport {
        QueueReport(currentItemID: item, contentID: content, count: 3)
    }

    /// Returns a machine whose list is the device's queue and whose first item plays.
    private static func queue(count: Int = 3) -> PlaybackMachine {
        var machine = PlaybackMachine(items: Array(repeating: .init(isLocal: true), count: count))
        _ = machine.begin()
        _ = machine.queueLoaded(status(.playing), contentIDs: Array(contents.prefix(count)))
        _ = machine.statusChanged(status(.playing), QueueReport(currentItemID: 1, contentID: "a", count: count))
        return machine
    }

    @Test("several items are loaded as a queue, a single one is not")
    func loadsQueue() {
        var machine = PlaybackMachine(items: [.init(isLocal: true), .init(isLocal: false)])
        #expect(machine.begin() == [.report(.loading(0)), .loadQueue(0)])
        machine = PlaybackMachine(items: [.init(isLocal: true)])
        #expect(machine.begin() == [.report(.loading(0)), .load(0)])
    }

    @Test("the device advances by itself, and repeated content counts as two items")
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

    @Test("next and previous of another sender move in the list")
    func otherSenderMoves() {
        var machine = Self.queue()
        let status = Self.status(.playing, position: 2)
        #expect(
            machine.statusChanged(status, Self.report(2, "b"), after: Self.status(.playing, position: 10))
                == [.report(.loading(1)), .report(.state(status))],
            "the item was skipped and has not finished"
        )
        #expect(!machine.statusChanged(status, Self.report(1, "a")).isEmpty)
        #expect(machine.index == 0)
        #expect(machine.statusChanged(status, Self.report(9, "other")) == [], "another sender's item")
        #expect(machine.index == 0)
    }

    @Test("keys move in the device's queue; if the device cannot, the item is loaded")
    func keysMoveInQueue() {
        var machine = Self.queue()
        #expect(machine.nextRequested() == [.skip(1)])
        #expect(machine.skipFailed(by: 1) == [.report(.loading(1)), .load(1)])
    }

    @Test("keys reach items before and after those in the device's queue")
    func keysBeyondQueue() {
        // The list continues at its second item, and the fourth could not be added yet.
        var machine = PlaybackMachine(items: Array(repeating: .init(isLocal: true), count: 4))
        _ = machine.begin(at: 1)
        _ = machine.queueLoaded(Self.status(.playing), contentIDs: [nil, "b", "c", nil])
        _ = machine.statusChanged(Self.status(.playing), QueueReport(currentItemID: 1, contentID: "b", count: 2))
        var other = machine
        #expect(other.previousRequested() == [.report(.loading(0)), .loadQueue(0)])
        #expect(machine.nextRequested() == [.skip(1)])
        _ = machine.statusChanged(Self.status(.playing), QueueReport(currentItemID: 2, contentID: "c", count: 2))
        #expect(machine.nextRequested() == [.report(.loading(3)), .load(3)])
    }

    @Test("the key for the next item has no effect if none of the items after the current one can be played")
    func nothingNext() {
        var machine = PlaybackMachine(items: Array(repeating: .init(isLocal: true), count: 2))
        _ = machine.begin()
        _ = machine.itemOmitted(1, Self.failure)
        _ = machine.queueLoaded(Self.status(.playing), contentIDs: ["a", nil])
        _ = machine.statusChanged(Self.status(.playing), QueueReport(currentItemID: 1, contentID: "a", count: 1))
        #expect(machine.nextRequested() == [])
    }

    @Test("a device without a queue gets items one by one, if it rejects the list or plays only its first item")
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

    @Test("items that were too short for a status have been played")
    func missedItems() {
        var machine = Self.queue()
        #expect(
            machine.ended(1, .finished) == [
                .report(.itemFinished(0)), .report(.loading(1)), .report(.itemFinished(1)), .report(.loading(2)),
                .report(.itemFinished(2)), .finish(.finished),
            ]
        )
    }

    @Test("an interrupted queue is taken over only if other media plays")
    func interruptedQueue() {
        var machine = Self.queue()
        #expect(machine.ended(1, .interrupted) == [.awaitReason])
        #expect(machine.statusChanged(Self.status(.playing, session: 2)) == [.finish(.takenOver)])
        machine = Self.queue()
        _ = machine.ended(1, .interrupted)
        #expect(machine.reasonOverdue() == [.finish(.stoppedElsewhere)], "another sender moved past the last item")
    }

    @Test("an item that fails is reported, and the device continues or the rest is loaded")
    func failureInQueue() {
        var machine = Self.queue()
        #expect(machine.playbackFailed(Self.failure) == [.report(.itemFailed(0, Self.failure)), .awaitEnd])
        _ = machine.statusChanged(Self.status(.playing), Self.report(2, "b"))
        #expect(machine.reasonOverdue() == [], "the device continued")
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

    @Test("a load is repeated if its reply was lost with the connection")
    func reconnected() {
        var machine = PlaybackMachine(items: [.init(isLocal: true)])
        _ = machine.begin()
        #expect(machine.reconnected() == [.load(0)])
        _ = machine.loaded(Self.status(.playing))
        #expect(machine.reconnected() == [])
    }
}
