// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Slide shows")
struct SlideShowTests {
    private typealias Item = PlaybackMachine.Item

    private static func picture(session: Int = 1) -> PlaybackStatus {
        PlaybackStatus(mediaSessionID: session, state: .paused, position: 0, contentType: "image/jpeg")
    }

    private static func report(_ item: Int, count: Int = 3) -> QueueReport {
        QueueReport(currentItemID: item, contentID: "p\(item)", count: count)
    }

    /// Returns a machine whose first picture of three is on the screen of a device with a queue.
    private static func showing(repeats: Bool = false) -> PlaybackMachine {
        var machine = PlaybackMachine(
            items: [Item](repeating: .init(isLocal: true), count: 3),
            timesPictures: true,
            repeats: repeats
        )
        _ = machine.begin()
        var loading = picture()
        loading.state = .loading
        _ = machine.queueLoaded(loading, contentIDs: ["p0", "p1", "p2"])
        _ = machine.statusChanged(picture(), report(0))
        return machine
    }

    @Test("a picture that appears starts a timer, and the next one is prepared")
    func appears() {
        var machine = PlaybackMachine(items: [.init(isLocal: true), .init(isLocal: true)], timesPictures: true)
        _ = machine.begin()
        var loading = Self.picture()
        loading.state = .loading
        #expect(machine.queueLoaded(loading, contentIDs: ["p0", "p1"]) == [.report(.state(loading))])
        #expect(
            machine.statusChanged(Self.picture(), Self.report(0, count: 2))
                == [.report(.state(Self.picture())), .timeSlide(1), .prefetch(1)]
        )
        #expect(machine.statusChanged(Self.picture(), Self.report(0, count: 2)) == [], "a repeated status")
    }

    @Test("after its time, the device moves to the next picture, whose time starts when it is shown")
    func advances() {
        var machine = Self.showing()
        #expect(machine.slideOverdue(1) == [.skip(1)])
        #expect(
            machine.statusChanged(Self.picture(), Self.report(1)) == [
                .report(.itemFinished(0)), .report(.loading(1)), .report(.state(Self.picture())), .timeSlide(2),
                .prefetch(2),
            ]
        )
        #expect(machine.slideOverdue(1) == [], "the timer of the first picture")
        #expect(machine.slideOverdue(2) == [.skip(1)])
        _ = machine.statusChanged(Self.picture(), Self.report(2))
        #expect(machine.slideOverdue(3) == [.stop, .report(.itemFinished(2)), .finish(.finished)])
    }

    @Test("a picture that the user skips does not end early because of the previous timer")
    func skipped() {
        var machine = Self.showing()
        #expect(machine.nextRequested() == [.skip(1)])
        let actions = machine.statusChanged(Self.picture(), Self.report(1))
        #expect(actions.contains(.timeSlide(2)))
        #expect(!actions.contains(.report(.itemFinished(0))), "it was not shown for its time")
        #expect(machine.slideOverdue(1) == [])
    }

    @Test("a held picture stays, and its time starts again afterward")
    func held() {
        var machine = Self.showing()
        #expect(machine.holdRequested() == [.report(.held(true))])
        #expect(machine.slideOverdue(1) == [])
        #expect(machine.nextRequested() == [.skip(1)])
        let actions = machine.statusChanged(Self.picture(), Self.report(1))
        #expect(!actions.contains { if case .timeSlide = $0 { true } else { false } }, "the slide show stays held")
        #expect(machine.holdRequested() == [.report(.held(false)), .timeSlide(3)])
        #expect(machine.slideOverdue(2) == [])
        #expect(machine.slideOverdue(3) == [.skip(1)])
    }

    @Test("videos between pictures play to their end")
    func mixed() {
        var machine = Self.showing()
        _ = machine.slideOverdue(1)
        var video = PlaybackStatus(mediaSessionID: 1, state: .playing, position: 0, duration: 60)
        video.contentType = "video/mp4"
        let actions = machine.statusChanged(video, Self.report(1))
        #expect(!actions.contains { if case .timeSlide = $0 { true } else { false } })
        #expect(machine.holdRequested() == [], "the key pauses the video")
        video.position = 60
        #expect(machine.statusChanged(Self.picture(), Self.report(2), after: video).contains(.timeSlide(2)))
    }

    @Test("a repeated list starts again after its last picture")
    func repeats() {
        var machine = Self.showing(repeats: true)
        _ = machine.slideOverdue(1)
        _ = machine.statusChanged(Self.picture(), Self.report(1))
        _ = machine.slideOverdue(2)
        #expect(machine.statusChanged(Self.picture(), Self.report(2)).contains(.prefetch(0)))
        #expect(machine.slideOverdue(3) == [.report(.itemFinished(2)), .report(.loading(0)), .loadQueue(0)])
        _ = machine.queueLoaded(Self.picture(session: 2), contentIDs: ["p0", "p1", "p2"])
        #expect(machine.slideOverdue(3) == [])
        #expect(machine.slideOverdue(4) == [.skip(1)])
    }

    @Test("a slide show ends after the last picture that could be prepared, and a repeated one starts again")
    func omittedEnd() {
        for repeats in [false, true] {
            var machine = Self.showing(repeats: repeats)
            _ = machine.slideOverdue(1)
            _ = machine.statusChanged(Self.picture(), Self.report(1))
            _ = machine.itemOmitted(2, PlaybackMachineTests.failure)
            let end: [PlaybackAction] =
                repeats
                ? [.report(.itemFinished(1)), .report(.loading(0)), .loadQueue(0)]
                : [.stop, .report(.itemFinished(1)), .finish(.finished)]
            #expect(machine.slideOverdue(2) == end)
        }
    }

    @Test("a repeated list of which no item plays ends")
    func repeatedFailures() {
        let failure = PlaybackMachineTests.failure
        var machine = PlaybackMachine(items: [.init(isLocal: true)], repeats: true)
        _ = machine.begin()
        #expect(machine.loadFailed(failure) == [.finish(.failed(failure))])
    }

    @Test("without a device queue, the command loads the next picture")
    func oneByOne() {
        var machine = PlaybackMachine(items: [.init(isLocal: true), .init(isLocal: true)], timesPictures: true)
        _ = machine.begin()
        _ = machine.queueRefused()
        #expect(machine.loaded(Self.picture()).contains(.timeSlide(1)))
        #expect(machine.slideOverdue(1) == [.report(.itemFinished(0)), .report(.loading(1)), .load(1)])
    }

    @Test("after a lost connection, the time of the picture starts again")
    func reconnected() {
        var machine = Self.showing()
        #expect(machine.reconnected() == [.timeSlide(2)])
        var other = PlaybackMachineTests.playing()
        #expect(other.reconnected() == [])
    }

    @Test("without a time, pictures stay")
    func untimed() {
        var machine = PlaybackMachine(items: [.init(isLocal: true), .init(isLocal: true)])
        _ = machine.begin()
        _ = machine.queueLoaded(Self.picture(), contentIDs: ["p0", "p1"])
        #expect(machine.statusChanged(Self.picture(), Self.report(0, count: 2)) == [])
    }
}
